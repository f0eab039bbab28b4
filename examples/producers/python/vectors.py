"""Checks the producer's keys against the test vectors: vectors.py FILE"""
import json, sys
from pathlib import Path
from producer import key

wrong = 0
vectors = json.loads(Path(sys.argv[1]).read_text("utf-8"))["vectors"]
for vector in vectors:
    try:
        found = key(vector, vector["payload"])
    except ValueError as error:
        found = str(error)
    expected = vector.get("key", vector.get("error"))
    if found != expected:
        wrong += 1
        print(f"{vector['name']}: {found}, not {expected}")
print(f"{len(vectors)} vectors, {wrong} wrong")
sys.exit(1 if wrong or not vectors else 0)
