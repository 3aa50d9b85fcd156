"""Encrypted push messages (RFC 8291, RFC 8188) and proof of who sends them (VAPID, RFC 8292)."""

import base64
import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from jungle.errors import JungleError
from jungle.server.json import encode
from jungle.server.times import HOUR, SECOND

KEY_FILE = "vapid.pem"
TOKEN_LIFE = 12 * HOUR
RECORD_SIZE = 4096
TEXT_LIMIT = 3000
"""The longest text, in bytes: push services accept bodies of 4,096."""
AUTH_SIZE = 16


class PushKeyError(JungleError, ValueError):
    """A key that cannot be used."""


def to_base64(data: bytes) -> str:
    """Base64 as it is used in URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Raise PushKeyError for anything else."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise PushKeyError(f"expected base64, got {text!r}") from None


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise PushKeyError unless these can be the keys of a browser."""
    _public_key(from_base64(p256dh))
    if len(from_base64(auth)) != AUTH_SIZE:
        raise PushKeyError(f"expected {AUTH_SIZE} bytes for auth, got {auth!r}")


def _public_key(data: bytes) -> ec.EllipticCurvePublicKey:
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        raise PushKeyError(f"expected a point on the curve P-256, got {data.hex()!r}") from None


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _content_keys(secret: bytes, auth: bytes, receiver: bytes, sender: bytes, salt: bytes) -> tuple[AESGCM, bytes]:
    """What encrypts the text: the cipher and its nonce."""
    key = _derive(auth, secret, b"WebPush: info\0" + receiver + sender, 32)
    cipher = AESGCM(_derive(salt, key, b"Content-Encoding: aes128gcm\0", 16))
    return cipher, _derive(salt, key, b"Content-Encoding: nonce\0", 12)


def encrypt(text: bytes, p256dh: str, auth: str) -> bytes:
    """The body of a push message that only the browser with these keys can read."""
    receiver, salt = from_base64(p256dh), os.urandom(16)
    once = ec.generate_private_key(ec.SECP256R1())
    sender = public_bytes(once.public_key())
    secret = once.exchange(ec.ECDH(), _public_key(receiver))
    cipher, nonce = _content_keys(secret, from_base64(auth), receiver, sender, salt)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + cipher.encrypt(nonce, text + b"\2", None)


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: str) -> bytes:
    """What a browser does with such a body."""
    salt, size = body[:16], body[20]
    sender, sealed = body[21 : 21 + size], body[21 + size :]
    secret = key.exchange(ec.ECDH(), _public_key(sender))
    cipher, nonce = _content_keys(secret, from_base64(auth), public_bytes(key.public_key()), sender, salt)
    return cipher.decrypt(nonce, sealed, None).rstrip(b"\0")[:-1]


class VapidKey:
    """The key by which push services recognize this server, and browsers the subscriptions they made for it."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        self._key = key
        self.public = to_base64(public_bytes(key.public_key()))

    @classmethod
    def read(cls, pem: bytes) -> "VapidKey":
        """Raises PushKeyError."""
        try:
            key = serialization.load_pem_private_key(pem, None)
        except (ValueError, TypeError) as error:
            raise PushKeyError(f"expected a private key as PEM: {error}") from None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
            raise PushKeyError("expected a private key on the curve P-256")
        return cls(key)

    @classmethod
    def open(cls, folder: Path) -> "VapidKey":
        """The key in a folder, which is made on the first start. Only the server's own user can read it."""
        path = folder / KEY_FILE
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            key = ec.generate_private_key(ec.SECP256R1())
            formats = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            descriptor, name = tempfile.mkstemp(dir=folder, prefix=KEY_FILE)  # Has the mode 0600.
            with os.fdopen(descriptor, "wb") as file:
                file.write(key.private_bytes(serialization.Encoding.PEM, *formats))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(name, path)  # Fails if another server was faster.
            except FileExistsError:
                pass
            finally:
                Path(name).unlink()
        return cls.read(path.read_bytes())

    def header(self, endpoint: str, contact: str, now: int) -> str:
        """The Authorization header of a request to a push service."""
        url = urlsplit(endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": (now + TOKEN_LIFE) // SECOND, "sub": contact}
        signed = ".".join(to_base64(encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"
