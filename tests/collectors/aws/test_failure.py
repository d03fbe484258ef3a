"""What botocore raises, in our words: the cases that no emulator can make."""

import socket

import pytest
from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    PaginationError,
    SSOTokenLoadError,
    UnknownServiceError,
)

from collectors.aws.failure import is_missing, translate
from collectors.aws.place import Place
from graph.errors import BadCredentials, Denied, Incomplete, NotOffered, SourceFailed, Throttled

PLACE = Place("012345671234", "me-central-1", verified=True)
CALL = "kafka:ListClustersV2"


def raised(error, cause=None):
    """The error as Python holds it once it was raised from another."""
    try:
        raise error from cause
    except type(error) as caught:
        return caught


def answered(code, status=400, operation="ListClustersV2"):
    """An error that AWS answered with."""
    return ClientError(
        {"Error": {"Code": code, "Message": "so it is"}, "ResponseMetadata": {"HTTPStatusCode": status}},
        operation,
    )


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (answered("AccessDeniedException", 403), Denied),
        (answered("SomethingNew", 403), Denied),
        (answered("SomethingNew", 429), Throttled),
        (answered("RequestExpired", 400), BadCredentials),
        (answered("UnrecognizedClientException", 400), NotOffered),
        (answered("AccessDenied", 403, "AssumeRole"), BadCredentials),
        (answered("500", 500), SourceFailed),
        (NoCredentialsError(), BadCredentials),
        (SSOTokenLoadError(error_msg="expired"), BadCredentials),
        (UnknownServiceError(service_name="kafka", known_service_names=""), NotOffered),
        (PaginationError(message="the same next token"), Incomplete),
        (ConnectTimeoutError(endpoint_url="https://kafka"), SourceFailed),
        (EndpointConnectionError(endpoint_url="https://kafka"), SourceFailed),
        (
            raised(EndpointConnectionError(endpoint_url="https://kafka"), socket.gaierror(-2, "no name")),
            NotOffered,
        ),
    ],
    ids=str,
)
def test_an_error_of_botocore_has_one_meaning(error, expected):
    """AWS-04, AWS-05: a host name that does not exist is a service that is not there; one that is silent has failed."""
    assert type(translate(error, CALL, PLACE)) is expected


def test_an_unknown_key_is_ours_until_the_account_has_answered():
    """Only then can it be the region that does not know it."""
    error = answered("UnrecognizedClientException")

    assert isinstance(translate(error, CALL, Place("012345671234")), BadCredentials)
    assert isinstance(translate(error, CALL, PLACE), NotOffered)


def test_an_endpoint_of_ones_own_that_has_no_name_is_a_failure():
    """Its host is a mistake in the configuration, and no region of AWS's."""
    error = raised(EndpointConnectionError(endpoint_url="http://nowhere"), socket.gaierror(-2, "no name"))

    assert isinstance(translate(error, CALL, Place("1", "eu-west-1", custom_endpoint=True)), SourceFailed)


@pytest.mark.parametrize(
    "code", ["AccessDenied", "Throttling", "InvalidAction", "ExpiredToken", "InternalError"]
)
def test_words_say_where_and_what_to_do(code):
    """Account and region, and a second sentence that helps."""
    words = str(translate(answered(code), CALL, PLACE))

    assert "012345671234 in me-central-1" in words
    assert len(words.split(". ")) >= 2


@pytest.mark.parametrize(
    "code",
    [
        "NoSuchBucket",
        "InvalidInstanceID.NotFound",
        "ResourceNotFoundException",
        "AWS.SimpleQueueService.NonExistentQueue",
        "QueueDoesNotExist",
        "NotFoundException",
        "DBInstanceNotFound",
    ],
)
def test_what_is_not_there_any_more_is_known_by_its_code(code):
    """AWS-09, in the services' own words."""
    assert is_missing(code)


@pytest.mark.parametrize("code", ["AccessDenied", "ValidationError", "404", ""])
def test_other_codes_say_nothing_of_that(code):
    """A path that an endpoint does not know is no missing thing."""
    assert not is_missing(code)
