"""The App's own JSON web token, checked as GitHub checks it."""

import jwt

from bot.sandbox.errors import RefusedError
from bot.sandbox.model import App, now
from bot.sandbox.site import Site


def verified(site: Site, token: str) -> App:
    """Return the App whose key signed a JWT; one that is forged, late or made for too long is a 401."""
    try:
        claims = jwt.decode(
            token, site.app.public_key, algorithms=["RS256"], options={"require": ["exp", "iat", "iss"]}
        )
    except jwt.ExpiredSignatureError:
        raise RefusedError(401, "'Expiration time' claim ('exp') is too far in the past") from None
    except jwt.PyJWTError:
        raise RefusedError(401, "A JSON web token could not be decoded") from None
    if str(claims["iss"]) not in (str(site.app.id), f"Iv23li{site.app.id}"):
        raise RefusedError(401, "Integration not found")
    if claims["exp"] - now().timestamp() > 601:
        raise RefusedError(401, "'Expiration time' claim ('exp') is too far in the future")
    return site.app
