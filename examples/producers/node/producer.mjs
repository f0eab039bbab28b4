// Sends a message that it knows by its JSON Schema alone: node producer.mjs SCHEMA PAYLOAD QUEUE_URL
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest();

export const key = (rule, payload) => rule.pieces.map((piece) => piece.literal ?? part(piece, payload)).join("");

function part(piece, payload) {
  const value = Object.hasOwn(payload, piece.field) ? payload[piece.field] : piece.default ?? null;
  if (value === null && piece.optional) return "!";
  if (value === null) throw new Error("absent");
  if ("decimals" in piece) return fixed(piece, value);
  if (typeof value === "object") throw new Error("notScalar");
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Error("number");
  if ("shards" in piece) return String(sha256(String(value)).readBigUInt64BE() % BigInt(piece.shards));
  return encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The number's exact value; a tie goes to the even digit, and what rounds to zero has no sign. */
function fixed({ decimals, precision }, value) {
  if (!Number.isFinite(value)) throw new Error("notANumber");
  const number = precision === "single" ? Math.fround(value) : value;
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  const intl = new Intl.NumberFormat("en", { ...format, roundingMode: "halfEven", signDisplay: "negative" });
  return intl.format(Math.abs(number) < 1e21 ? number.toFixed(100) : BigInt(number));
}

function envelope({ properties, "x-sqsdb": rules }, payload) {
  const constants = Object.entries(properties).flatMap(([name, part]) => ("const" in part ? [[name, part.const]] : []));
  const [messageId, occurredAt] = [`msg_${randomUUID().replaceAll("-", "")}`, new Date().toISOString()];
  const [idempotencyKey, aggregateId] = [key(rules.idempotencyKey, payload), key(rules.aggregateId, payload)];
  const header = { messageId, occurredAt, producer: rules.producer, idempotencyKey, aggregateId };
  return { ...Object.fromEntries(constants), ...header, payload };
}

function fifoIds({ group, deduplication }, { idempotencyKey, payload }) {
  const dedupId = {
    contentBased: () => undefined,
    template: () => key(deduplication, payload),
    idempotencyKey: () => (idempotencyKey.length <= 128 ? idempotencyKey : sha256(idempotencyKey).toString("hex")),
  }[deduplication.rule]();
  return { MessageGroupId: key(group, payload), MessageDeduplicationId: dedupId };
}

if (process.argv[1].endsWith("producer.mjs")) {
  const [schema, payload] = process.argv.slice(2, 4).map((name) => JSON.parse(readFileSync(name, "utf8")));
  const [message, QueueUrl] = [envelope(schema, payload), process.argv[4]];
  const ajv = addFormats(new Ajv({ strict: false, logger: false, allErrors: true }));
  if (!ajv.validate(schema, message)) throw new Error(ajv.errorsText());
  const ids = QueueUrl.endsWith(".fifo") ? fifoIds(schema["x-sqsdb"], message) : {};
  const send = new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), ...ids });
  console.log((await new SQSClient().send(send)).MessageId);
}
