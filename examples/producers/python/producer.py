"""Sends a message that it knows by its JSON Schema alone: producer.py SCHEMA PAYLOAD QUEUE_URL"""
import json, math, struct, sys, uuid
from datetime import datetime, timezone
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote
import boto3
from jsonschema import Draft202012Validator, FormatChecker

def key(rule, payload):
    return "".join(piece["literal"] if "literal" in piece else part(piece, payload) for piece in rule["pieces"])

def part(piece, payload):
    value = payload.get(piece["field"], piece.get("default"))
    if value is None and piece.get("optional"):
        return "!"
    if value is None:
        raise ValueError("absent")
    if "decimals" in piece:
        return fixed(piece, value)
    if isinstance(value, (list, dict, float)):
        raise ValueError("number" if isinstance(value, float) else "notScalar")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if "shards" in piece:
        return str(int.from_bytes(sha256(text.encode()).digest()[:8], "big") % piece["shards"])
    return quote(text, safe="-._~")

def fixed(piece, value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError("notANumber")
    number = struct.unpack("f", struct.pack("f", value))[0] if piece.get("precision") == "single" else float(value)
    text = f"{number:.{piece['decimals']}f}"
    return text if text.strip("-0.") else text.lstrip("-")  # what rounds to zero has no sign

def envelope(schema, payload):
    rules, id, now = schema["x-sqsdb"], uuid.uuid4().hex, datetime.now(timezone.utc)
    constants = {name: part["const"] for name, part in schema["properties"].items() if "const" in part}
    keys = {name: key(rules[name], payload) for name in ("idempotencyKey", "aggregateId")}
    header = {"messageId": f"msg_{id}", "occurredAt": now.isoformat(), "producer": rules["producer"]}
    return constants | keys | header | {"payload": payload}

def fifo_ids(rules, message):
    group, rule, dedup_id = key(rules["group"], message["payload"]), rules["deduplication"], message["idempotencyKey"]
    if rule["rule"] == "contentBased":
        return {"MessageGroupId": group}
    if rule["rule"] == "template":
        dedup_id = key(rule, message["payload"])
    elif len(dedup_id) > 128:  # more than SQS takes
        dedup_id = sha256(dedup_id.encode()).hexdigest()
    return {"MessageGroupId": group, "MessageDeduplicationId": dedup_id}

if __name__ == "__main__":
    schema, payload = (json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:3])
    message, queue_url = envelope(schema, payload), sys.argv[3]
    Draft202012Validator(schema, format_checker=FormatChecker()).validate(message)
    ids = fifo_ids(schema["x-sqsdb"], message) if queue_url.endswith(".fifo") else {}
    print(boto3.client("sqs").send_message(QueueUrl=queue_url, MessageBody=json.dumps(message), **ids)["MessageId"])
