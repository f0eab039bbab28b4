//! The actions of the SQS API by name.

use std::fmt;

macro_rules! actions {
    ($($action:ident),* $(,)?) => {
        /// An action of the SQS API, as `X-Amz-Target` names it.
        ///
        /// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html>
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Action {
            $(#[doc = concat!("The action ", stringify!($action), ".")] $action,)*
        }

        impl Action {
            /// The name on the wire.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$action => stringify!($action),)* }
            }

            pub(crate) fn parse(name: &str) -> Option<Self> {
                match name { $(stringify!($action) => Some(Self::$action),)* _ => None }
            }
        }
    };
}

actions! {
    AddPermission,
    CancelMessageMoveTask,
    ChangeMessageVisibility,
    ChangeMessageVisibilityBatch,
    CreateQueue,
    DeleteMessage,
    DeleteMessageBatch,
    DeleteQueue,
    GetQueueAttributes,
    GetQueueUrl,
    ListDeadLetterSourceQueues,
    ListMessageMoveTasks,
    ListQueueTags,
    ListQueues,
    PurgeQueue,
    ReceiveMessage,
    RemovePermission,
    SendMessage,
    SendMessageBatch,
    SetQueueAttributes,
    StartMessageMoveTask,
    TagQueue,
    UntagQueue,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
