"""Messages that only one browser can read, and the key that signs them."""

import json
import stat
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from jungle.server.push.encryption import (
    PushKeyError,
    VapidKey,
    check_keys,
    decrypt,
    encrypt,
    from_base64,
    public_bytes,
    to_base64,
)

AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""The example of RFC 8291, section 5."""


def test_the_example_of_the_standard_is_read() -> None:
    key = ec.derive_private_key(int.from_bytes(from_base64(PRIVATE), "big"), ec.SECP256R1())
    assert decrypt(from_base64(BODY), key, AUTH) == b"When I grow up, I want to be a watermelon"


def test_a_text_is_read_by_its_browser_only() -> None:
    one, other = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    text = "轮到你了".encode() * 50
    body = encrypt(text, to_base64(public_bytes(one.public_key())), AUTH)
    assert decrypt(body, one, AUTH) == text
    assert body != encrypt(text, to_base64(public_bytes(one.public_key())), AUTH)
    with pytest.raises(InvalidTag):
        decrypt(body, other, AUTH)


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("AAAA", AUTH), ("é", AUTH), ("B" * 87, AUTH), (to_base64(bytes(65)), AUTH), (None, "AAAA")]
)
def test_other_keys_are_refused(p256dh: str | None, auth: str) -> None:
    good = to_base64(public_bytes(ec.generate_private_key(ec.SECP256R1()).public_key()))
    check_keys(good, AUTH)
    with pytest.raises(PushKeyError):
        check_keys(p256dh or good, auth)


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    first = VapidKey.open(tmp_path / "data")
    assert VapidKey.open(tmp_path / "data").public == first.public
    (file,) = (tmp_path / "data").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert VapidKey.read(file.read_bytes()).public == first.public
    for other in (b"", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"):
        with pytest.raises(PushKeyError):
            VapidKey.read(other)


def test_requests_are_signed_for_one_service(tmp_path: Path) -> None:
    key = VapidKey.open(tmp_path)
    kind, _, rest = key.header("https://push.example.org/a?b=c", "mailto:me@example.org", 1_800_000_000_000).partition(
        " "
    )
    token, public = (part.partition("=")[2] for part in rest.split(", "))
    head, claims, signature = token.split(".")
    assert (kind, public) == ("vapid", key.public)
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    expected = {"aud": "https://push.example.org", "exp": 1_800_043_200, "sub": "mailto:me@example.org"}
    assert json.loads(from_base64(claims)) == expected
    raw = from_base64(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(public))
    point.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
