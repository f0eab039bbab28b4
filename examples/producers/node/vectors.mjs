// Checks the producer's keys against the test vectors: node vectors.mjs FILE
import { readFileSync } from "node:fs";
import { key } from "./producer.mjs";

// JSON.parse rounds integers beyond 2^53, so they are read as BigInt
const text = readFileSync(process.argv[2], "utf8").replace(/: (-?\d{16,})(?=[,\n])/g, ': {"bigint": "$1"}');
const { vectors } = JSON.parse(text, (_, value) => (value?.bigint ? BigInt(value.bigint) : value));
const found = ({ payload, ...rule }) => {
  try {
    return key(rule, payload);
  } catch (error) {
    return error.message;
  }
};
const wrong = vectors.filter((vector) => found(vector) !== (vector.key ?? vector.error));
for (const vector of wrong) console.log(`${vector.name}: ${found(vector)}, not ${vector.key ?? vector.error}`);
console.log(`${vectors.length} vectors, ${wrong.length} wrong`);
process.exitCode = wrong.length > 0 || vectors.length === 0 ? 1 : 0;
