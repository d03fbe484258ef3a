"""What an error of AWS means for a scope: denied, not offered here, throttled, incomplete, unknown to us, or failed.

The codes are those that the services' own references list; where services differ in words for one thing (a dozen of
them for "slow down"), all of them stand here, so that no service file knows about errors.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConfigNotFound,
    CredentialRetrievalError,
    EndpointConnectionError,
    LoginError,
    MetadataRetrievalError,
    NoAuthTokenError,
    NoCredentialsError,
    PaginationError,
    PartialCredentialsError,
    ProfileNotFound,
    SSOError,
    TokenRetrievalError,
    UnknownEndpointError,
    UnknownServiceError,
)

from collectors.aws.place import Place
from collectors.aws.rights import action_of
from graph.errors import (
    BadCredentials,
    Denied,
    Incomplete,
    NotOffered,
    SkipScope,
    SourceFailed,
    Throttled,
)

DENIED = frozenset(
    {
        "AccessDenied",
        "AccessDeniedException",
        "AccessDeniedFault",
        "AllAccessDisabled",
        "AuthorizationError",
        "AuthorizationErrorException",
        "Forbidden",
        "ForbiddenException",
        "KMSAccessDeniedException",
        "MissingAuthorization",
        "NotAuthorized",
        "NotAuthorizedException",
        "UnauthorizedAccess",
        "UnauthorizedException",
        "UnauthorizedOperation",
        "403",
    }
)
THROTTLED = frozenset(
    {
        "BandwidthLimitExceeded",
        "EC2ThrottledException",
        "LimitExceededException",
        "PriorRequestNotComplete",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottled",
        "RequestThrottledException",
        "SlowDown",
        "ThrottledException",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
        "TransactionInProgressException",
        "429",
    }
)
EXPIRED = frozenset(
    {"ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired", "ExpiredCredentials"}
)
UNKNOWN_TO_US = frozenset(
    {
        "AuthFailure",
        "IncompleteSignature",
        "InvalidAccessKeyId",
        "InvalidClientTokenId",
        "InvalidSignatureException",
        "InvalidToken",
        "MissingAuthenticationToken",
        "MissingAuthenticationTokenException",
        "SignatureDoesNotMatch",
        "UnrecognizedClientException",
    }
)
NOT_OFFERED = frozenset(
    {
        "InvalidAction",
        "NotImplemented",
        "OptInRequired",
        "RegionDisabledException",
        "SubscriptionRequiredException",
        "UnknownOperation",
        "UnknownOperationException",
        "UnsupportedOperation",
        "UnsupportedOperationException",
        "UnsupportedCommandException",
        "404",  # no code at all: the endpoint does not know the path
    }
)
_NO_CREDENTIALS = (
    NoCredentialsError,
    PartialCredentialsError,
    CredentialRetrievalError,
    TokenRetrievalError,
    MetadataRetrievalError,
    NoAuthTokenError,
    SSOError,
    LoginError,
    ProfileNotFound,
    ConfigNotFound,
)
_RENEW = (
    "Renew them (`aws sso login`, or a new session) or name a profile that works, then check with "
    "`aws sts get-caller-identity`."
)


class Missing(SourceFailed):
    """A single thing that was listed a moment ago is not there any more (AWS-09)."""


def code_of(error: BaseException) -> str:
    """The error code that AWS gave, or an empty text."""
    if isinstance(error, ClientError):
        return str(error.response.get("Error", {}).get("Code", ""))
    return ""


def translate(error: BotoCoreError | ClientError, call: str, place: Place) -> SkipScope:
    """The error as one of ours, with words that say what is wrong and what to do. The caller chains the cause."""
    if isinstance(error, ClientError):
        return _answered(error, call, place)
    return _unanswered(error, call, place)


def _answered(error: ClientError, call: str, place: Place) -> SkipScope:
    """AWS answered, and the answer is an error."""
    code = code_of(error)
    said = _said(error)
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if error.operation_name == "AssumeRole":
        return BadCredentials(
            f"The role for {place.words} could not be assumed ({code}): {said} Check `role_arn`, `external_id` and the "
            "role's trust policy."
        )
    if code in EXPIRED:
        return BadCredentials(
            f"AWS says that the credentials of {place.words} have expired ({code}). {_RENEW}"
        )
    if code in UNKNOWN_TO_US:
        return _not_known(code, place)
    if place.custom_endpoint and code in ("500", "501"):
        return NotOffered(
            f"The configured endpoint answers {call} in {place.words} with {code} and no error of AWS's: it does not know it."
        )
    if code in NOT_OFFERED:
        return NotOffered(
            f"{place.words} does not offer {call} ({code}). Nothing to do, unless it should: {said}"
        )
    if code in THROTTLED or status == 429:
        return Throttled(
            f"{call} in {place.words} was throttled until the retries were used up ({code}). "
            "Scan again later, or with fewer scopes at a time."
        )
    if code in DENIED or code.startswith(("AccessDenied", "UnauthorizedOperation")) or status == 403:
        return Denied(f"AWS denied {call} in {place.words} ({code}): {said} {_allow(call)}")
    if is_missing(code):
        return Missing(f"{call} in {place.words}: not there ({code}): {said}")
    return SourceFailed(f"{call} in {place.words} failed with {code or status}: {said} Scan again later.")


def _not_known(code: str, place: Place) -> SkipScope:
    """An unknown key: of us everywhere, or of a region that is switched off for the account (AWS-04).

    A region that is not enabled answers as if the key did not exist, so once the account itself was read with the same
    credentials, it is the region.
    """
    if place.verified:
        return NotOffered(
            f"{place.words} does not accept credentials that work for the account ({code}): the region is not enabled "
            "for it. Enable the region, or leave it out of `regions`."
        )
    return BadCredentials(f"AWS does not accept the credentials of {place.words} ({code}). {_RENEW}")


def _unanswered(error: BotoCoreError, call: str, place: Place) -> SkipScope:
    """No answer came: no credentials to ask with, no such service here, no connection, or pages that do not end."""
    if isinstance(error, _NO_CREDENTIALS):
        return BadCredentials(f"There are no usable credentials for {place.words}: {error}. {_RENEW}")
    if isinstance(error, UnknownServiceError | UnknownEndpointError):
        return NotOffered(f"{place.words} has no {call.split(':', 1)[0]}: {error}")
    if isinstance(error, EndpointConnectionError) and not place.custom_endpoint and _no_such_host(error):
        return NotOffered(
            f"{place.words} has no endpoint for {call.split(':', 1)[0]}: its host name does not exist. "
            "If every scope says so, check the network and its name server."
        )
    if isinstance(error, PaginationError):
        return Incomplete(
            f"{call} in {place.words} gave the same page twice; what came before is kept. {error}"
        )
    return SourceFailed(
        f"{call} in {place.words} got no answer: {error}. Check the network, the proxy and the endpoint."
    )


def is_missing(code: str) -> bool:
    """Whether the code says that the thing asked about does not exist."""
    return (
        "NotFound" in code
        or code.startswith(("NoSuch", "NonExistent"))
        or (code.endswith((".NonExistentQueue", "DoesNotExist", "DoesNotExistException")))
    )


def _no_such_host(error: BaseException) -> bool:
    return any(isinstance(cause, socket.gaierror) for cause in _causes(error))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from; botocore also keeps the cause in its keyword arguments."""
    seen: set[int] = set()
    waiting: list[BaseException] = [error]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        inner = getattr(one, "kwargs", {}).get("error")
        candidates = (one.__cause__, one.__context__, getattr(one, "reason", None), inner)
        waiting.extend(c for c in candidates if isinstance(c, BaseException))


def _said(error: ClientError) -> str:
    """AWS's own words, short, ending with a full stop."""
    words = " ".join(str(error.response.get("Error", {}).get("Message", "")).split())
    shown = words if len(words) <= 300 else f"{words[:299]}…"
    return shown if not shown or shown.endswith((".", "…")) else f"{shown}."


def _allow(call: str) -> str:
    return f"Allow {action_of(call)} (deploy/aws/read-only-policy.json has every right that is used)."
