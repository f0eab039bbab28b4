// Builds the keys of sqsdb messages in JavaScript. Run with the path of the test vectors, it checks itself.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";

/** Why there is no key: `kind` is one of `absent`, `notScalar`, `number`, `notANumber`. */
export class KeyError extends Error {
  constructor(field, kind) {
    super(`field \`${field}\`: ${kind}`);
    this.kind = kind;
  }
}

/** The key that pieces of `x-sqsdb` give for a payload. */
export function key(pieces, payload) {
  return pieces.map((piece) => ("literal" in piece ? piece.literal : fieldOf(piece, payload))).join("");
}

function fieldOf(piece, payload) {
  const given = Object.hasOwn(payload, piece.field) ? payload[piece.field] : (piece.default ?? null);
  if (piece.decimals !== undefined) return fixed(piece, given);
  const text = scalar(piece, given);
  if (piece.shards !== undefined) return shard(text, piece.shards);
  return text === null ? "!" : encoded(text);
}

/** A string as it is, an integer in decimal, a boolean in words. Integers beyond 2^53 have to be BigInt. */
function scalar(piece, value) {
  if (value === null) {
    if (piece.optional) return null;
    throw new KeyError(piece.field, "absent");
  }
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "object") throw new KeyError(piece.field, "notScalar");
  if (Number.isSafeInteger(value)) return String(value);
  throw new KeyError(piece.field, "number");
}

/** encodeURIComponent leaves five characters more than the rule. */
function encoded(text) {
  const hex = (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

function shard(text, shards) {
  const digest = createHash("sha256").update(text, "utf8").digest();
  return String(digest.readBigUInt64BE(0) % BigInt(shards));
}

/** A fixed number of decimals; an exact tie goes to the even digit, which toFixed would round up.
 * What rounds to zero has no sign. */
function fixed(piece, value) {
  if (value === null) throw new KeyError(piece.field, "absent");
  if (typeof value !== "number" || !Number.isFinite(value)) throw new KeyError(piece.field, "notANumber");
  const number = piece.precision === "single" ? Math.fround(value) : value;
  const { decimals } = piece;
  const [sign, size] = number < 0 ? ["-", -number] : ["", number];
  // from 2^53 on a double is an integer, and toFixed ends at 10^21
  if (size >= 2 ** 53) return sign + BigInt(size) + (decimals > 0 ? `.${"0".repeat(decimals)}` : "");
  const [whole, fraction] = size.toFixed(100).split(".");
  const isTie = /^50*$/.test(fraction.slice(decimals));
  const kept = whole + fraction.slice(0, decimals);
  const isUp = isTie ? Number(kept.at(-1)) % 2 === 1 : fraction[decimals] >= "5";
  const digits = String(BigInt(kept) + (isUp ? 1n : 0n)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const text = digits.slice(0, point) + (decimals > 0 ? `.${digits.slice(point)}` : "");
  return /[1-9]/.test(digits) ? sign + text : text;
}

function check(path) {
  // JSON.parse rounds integers beyond 2^53, so they are read as BigInt
  const quoted = readFileSync(path, "utf8").replace(/: (-?\d{16,})(?=[,\n])/g, ': {"bigint": "$1"}');
  const revive = (_, value) => (value?.bigint ? BigInt(value.bigint) : value);
  const { vectors } = JSON.parse(quoted, revive);
  const wrong = vectors.filter(({ name, pieces, payload, key: expected, error }) => {
    let found;
    try {
      found = key(pieces, payload);
    } catch (failure) {
      if (!(failure instanceof KeyError)) throw failure;
      found = failure.kind;
    }
    if (found === (expected ?? error)) return false;
    console.log(`${name}: ${found}, not ${expected ?? error}`);
    return true;
  });
  console.log(`${vectors.length} vectors, ${wrong.length} wrong`);
  return wrong.length === 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(check(argv[2]) ? 0 : 1);
