"""Builds the keys of sqsdb messages in Python. Run with the path of the test vectors, it checks itself."""

import hashlib
import json
import math
import struct
import sys
from urllib.parse import quote


class NoKey(ValueError):
    """Why there is no key: `kind` is one of `absent`, `notScalar`, `number`, `notANumber`."""

    def __init__(self, field, kind):
        super().__init__(f"field `{field}`: {kind}")
        self.kind = kind


def key(pieces, payload):
    """The key that pieces of `x-sqsdb` give for a payload."""
    return "".join(p["literal"] if "literal" in p else _field(p, payload) for p in pieces)


def _field(piece, payload):
    value = payload.get(piece["field"], piece.get("default"))
    if "decimals" in piece:
        return _fixed(piece, value)
    text = _scalar(piece, value)
    if "shards" in piece:
        digest = hashlib.sha256(text.encode("utf-8")).digest()
        return str(int.from_bytes(digest[:8], "big") % piece["shards"])
    return "!" if text is None else quote(text, safe="-._~")


def _scalar(piece, value):
    """A string as it is, an integer in decimal, a boolean in words."""
    if value is None:
        if piece.get("optional"):
            return None
        raise NoKey(piece["field"], "absent")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value
    raise NoKey(piece["field"], "number" if isinstance(value, float) else "notScalar")


def _fixed(piece, value):
    """A fixed number of decimals; Python's format rounds the exact value half to even, which is the rule.
    What rounds to zero has no sign."""
    if value is None:
        raise NoKey(piece["field"], "absent")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise NoKey(piece["field"], "notANumber")
    number = float(value)
    if piece.get("precision") == "single":
        number = struct.unpack("f", struct.pack("f", number))[0]
    text = f"{number:.{piece['decimals']}f}"
    return text if text.strip("-0.") else text.lstrip("-")


def check(path):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)["vectors"]
    wrong = 0
    for vector in vectors:
        try:
            found = key(vector["pieces"], vector["payload"])
        except NoKey as error:
            found = error.kind
        expected = vector.get("key", vector.get("error"))
        if found != expected:
            wrong += 1
            print(f"{vector['name']}: {found}, not {expected}")
    print(f"{len(vectors)} vectors, {wrong} wrong")
    return wrong == 0


if __name__ == "__main__":
    sys.exit(0 if check(sys.argv[1]) else 1)
