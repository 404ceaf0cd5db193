"""What a house promises about a deal before anybody knows it, so that all can check it afterwards.

From the seed follows everything that chance decides. A house that publishes the hash of a secret
seed when a table is made cannot take another seed later; nobody can find the seed from the hash,
for a long random salt is hashed with it. Anyone can do the same sum, see docs/fair-play.md.
"""

import re
from hashlib import sha256

SALT = re.compile(r"[0-9a-f]{32}")  # 128 bits
COMMITMENT = re.compile(r"[0-9a-f]{64}")


def promise(seed: int, salt: str) -> str:
    """The text that is hashed, for ever the same; all else that decides the deal is public."""
    return f"algorally seed {seed} salt {salt}"


def commitment(seed: int, salt: str) -> str:
    """The hash by which a house commits itself to a seed."""
    return sha256(promise(seed, salt).encode()).hexdigest()
