//! The AWS JSON 1.0 protocol over HTTP: from a request to an action, from its outcome to a response.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header::CONTENT_TYPE},
    response::Response,
};
use serde_json::json;
use uuid::Uuid;

use super::{
    action::Action,
    connection::Connection,
    dispatch::{Outcome, dispatch},
    error::{ErrorKind, SqsError},
    shared::Shared,
};

/// Ten messages of 1 MiB together, every byte escaped as `\u00XX`, and some for the rest.
const MAX_REQUEST: usize = 8 * 1024 * 1024;
const CONTENT: HeaderValue = HeaderValue::from_static("application/x-amz-json-1.0");

/// Answers one request. The call runs in a task of its own, so a client that goes away does not stop it:
/// a cancelled long poll is still handed messages, as on AWS.
pub(crate) async fn handle(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let action = match parse_action(&parts.method, &parts.headers) {
        Ok(action) => action,
        Err(error) => return failure(&error),
    };
    let Ok(body) = to_bytes(body, MAX_REQUEST).await else {
        return failure(&SqsError::custom(
            "RequestEntityTooLarge",
            413,
            "The request is too long or broken off.",
        ));
    };
    match tokio::spawn(dispatch(shared, action, body)).await {
        Ok(Outcome::Reply(Ok(json))) => success(json),
        Ok(Outcome::Reply(Err(error))) => failure(&error),
        Ok(Outcome::Cut) => {
            connection.cut();
            success(Vec::new())
        }
        Err(error) => failure(&SqsError::new(ErrorKind::InternalFailure, error.to_string())),
    }
}

fn parse_action(method: &Method, headers: &HeaderMap) -> Result<Action, SqsError> {
    if method != Method::POST {
        return Err(SqsError::custom("MethodNotAllowed", 405, "This server takes POST requests only."));
    }
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok()).ok_or_else(|| {
        let message = "There is no X-Amz-Target header: this server speaks the AWS JSON 1.0 protocol only.";
        SqsError::new(ErrorKind::UnsupportedOperation, message)
    })?;
    target.strip_prefix("AmazonSQS.").and_then(Action::parse).ok_or_else(|| {
        SqsError::new(ErrorKind::UnknownOperation, format!("{target} is not an action of this server."))
    })
}

fn success(json: Vec<u8>) -> Response {
    respond(StatusCode::OK, json)
}

fn failure(error: &SqsError) -> Response {
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let shape = format!("com.amazonaws.sqs#{}", error.shape());
    let body = json!({ "__type": shape, "message": error.message() });
    let mut response = respond(status, body.to_string().into_bytes());
    let fault = if error.is_sender_fault() { "Sender" } else { "Receiver" };
    if let Ok(value) = HeaderValue::from_str(&format!("{};{fault}", error.code())) {
        response.headers_mut().insert("x-amzn-query-error", value);
    }
    response
}

fn respond(status: StatusCode, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, CONTENT);
    if let Ok(id) = HeaderValue::from_str(&Uuid::new_v4().to_string()) {
        response.headers_mut().insert("x-amzn-requestid", id);
    }
    response
}
