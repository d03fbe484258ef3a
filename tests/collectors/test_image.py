"""Image references: what is a registry, a port, a tag, a digest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collectors.image import Image, parse, running_digest

DIGEST = "sha256:" + "0" * 63 + "a"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("registry.local:5000/team/app", Image("registry.local:5000", "team/app", "", "")),
        ("registry.local:5000/team/app:1.2", Image("registry.local:5000", "team/app", "1.2", "")),
        (f"host:5000/a/b:1.2@{DIGEST}", Image("host:5000", "a/b", "1.2", DIGEST)),
        (f"app@{DIGEST}", Image("docker.io", "library/app", "", DIGEST)),
        ("nginx", Image("docker.io", "library/nginx", "", "")),
        ("docker.io/library/nginx:latest", Image("docker.io", "library/nginx", "latest", "")),
        ("index.docker.io/nginx", Image("docker.io", "library/nginx", "", "")),
        ("acme/shop:v1", Image("docker.io", "acme/shop", "v1", "")),
        ("localhost/nginx", Image("localhost", "nginx", "", "")),
        (
            "012345671234.dkr.ecr.eu-west-1.amazonaws.com/payments:1234567",
            Image("012345671234.dkr.ecr.eu-west-1.amazonaws.com", "payments", "1234567", ""),
        ),
        (DIGEST, None),
        ("", None),
    ],
)
def test_a_reference_has_its_parts(written, expected):
    """IMG-01 to IMG-03, K8S-13: a port is no tag, a digest may stand beside a tag, the default registry is meant."""
    assert expected == parse(written)


@pytest.mark.parametrize(
    ("image_id", "expected"),
    [
        (f"registry.acme.io/shop@{DIGEST}", DIGEST),
        (f"docker-pullable://registry.acme.io:5000/shop@{DIGEST}", DIGEST),
        (DIGEST, DIGEST),
        ("registry.acme.io/shop:1.4", ""),
        ("", ""),
    ],
)
def test_what_runs_is_told_by_digest(image_id, expected):
    """K8S-11: by what follows the @, or by a bare id."""
    assert expected == running_digest(image_id)


@given(st.text(max_size=80))
def test_any_text_is_read_without_a_fault(written):
    """Images are typed by people."""
    image = parse(written)

    assert image is None or "@" not in image.registry + image.repository + image.tag
