"""Image names: taken apart (IMG-01 to IMG-03), and found in what builds them."""

import pytest

from collectors.code.build import builds, method_of
from collectors.image import Image, parse

DIGEST = "sha256:" + "0a" * 32


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("registry.local:5000/team/app", Image("registry.local:5000", "team/app")),
        (f"host:5000/a/b:1.2@{DIGEST}", Image("host:5000", "a/b", "1.2", DIGEST)),
        (f"app@{DIGEST}", Image("docker.io", "library/app", "", DIGEST)),
        ("nginx", Image("docker.io", "library/nginx")),
        ("docker.io/library/nginx:latest", Image("docker.io", "library/nginx", "latest")),
        ("localhost/nginx", Image("localhost", "nginx")),
        ("acme/app:1", Image("docker.io", "acme/app", "1")),
        ("012345671234.dkr.ecr.eu-west-1.amazonaws.com/a:0123", Image("012345671234.dkr.ecr.eu-west-1.amazonaws.com", "a", "0123")),
    ],
)  # fmt: skip
def test_a_name_is_taken_apart_as_registries_do(text: str, expected: Image) -> None:
    """IMG-01: a port is no tag. IMG-02: tag and digest both. IMG-03: the default registry and path."""
    assert parse(text) == expected


@pytest.mark.parametrize("text", ["", "UPPER/case", "a b", "x@sha256:short", "x:bad tag"])
def test_what_is_no_name_is_none(text: str) -> None:
    """Nothing is made of what registries would refuse."""
    assert parse(text) is None


def test_a_default_name_is_the_same_written_short_or_long() -> None:
    """IMG-03: `nginx` is `docker.io/library/nginx`, `localhost/nginx` is not."""
    places = [
        p.place for t in ("nginx", "docker.io/library/nginx:latest", "localhost/nginx") if (p := parse(t))
    ]
    assert places[0] == places[1] != places[2]


WORKFLOW = """
env:
  REGISTRY: 012345671234.dkr.ecr.eu-west-1.amazonaws.com
jobs:
  build:
    steps:
      - uses: docker/build-push-action@v6
        with:
          context: services/pay
          tags: |
            ${{ env.REGISTRY }}/shop/pay:${{ github.sha }}
            ${{ secrets.OTHER }}/shop/pay:latest
      - run: docker build --tag ghcr.io/${{ github.repository }}/web:1 -f web/Dockerfile .
"""


def test_a_workflow_says_what_it_builds() -> None:
    """What it writes is filled in; what only the run knows leaves the front of the name unknown."""
    made = builds(".github/workflows/ci.yml", WORKFLOW, "Acme/Mono")
    assert {(b.image, b.folder) for b in made} == {
        ("012345671234.dkr.ecr.eu-west-1.amazonaws.com/shop/pay", "services/pay"),
        ("*/shop/pay", "services/pay"),
        ("ghcr.io/acme/mono/web", "web"),
    }
    assert all(b.line > 1 for b in made)


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        ("docker build -t r.io/a/x:1 services/pay", "services/pay"),
        ("docker build services/pay -t r.io/a/x:1", ""),
        ("docker buildx build --push -t r.io/a/x:1 --load ./pay/", "pay"),
        ("docker build -t r.io/a/x:1 -f pay/Dockerfile .", "pay"),
        ("docker build -t r.io/a/x:1 .", ""),
    ],
)
def test_the_folder_that_is_built_is_the_context_or_the_dockerfiles(command: str, folder: str) -> None:
    """CODEOWNERS is asked about this folder; where it is not sure, the whole repository stands for it."""
    made = builds(".github/workflows/x.yml", f"jobs: {{a: {{steps: [{{run: '{command}'}}]}}}}", "a/b")
    assert [(b.image, b.folder) for b in made] == [("r.io/a/x", folder)]


def test_gitlabs_own_variables_are_understood() -> None:
    """CI_REGISTRY_IMAGE is the repository's own place in a registry that is not written."""
    text = "build:\n  script:\n    - docker build -t $CI_REGISTRY_IMAGE/api:$CI_COMMIT_SHA .\n    - docker push registry.acme.io/x/y:1\n"
    assert {b.image for b in builds(".gitlab-ci.yml", text, "acme/pay")} == {
        "*/acme/pay/api",
        "registry.acme.io/x/y",
    }


def test_a_dockerfile_says_what_it_stands_on_and_where_it_comes_from() -> None:
    """Base images with their arguments filled in, without its own stages; the OCI source label."""
    text = "ARG V=3.12\nFROM python:${V} AS build\nRUN true\nFROM build AS test\nFROM --platform=$X gcr.io/base\nLABEL org.opencontainers.image.source=https://github.com/acme/pay\n"
    made = builds("services/pay/Dockerfile", text, "acme/mono")[0]
    assert made.bases == ("python:3.12", "gcr.io/base")
    assert (made.folder, made.source_label) == ("services/pay", "https://github.com/acme/pay")


def test_compose_and_skaffold_name_what_they_build() -> None:
    """Only services that are built here; images that are merely used are not."""
    compose = (
        "services:\n  web: {build: ./web, image: 'registry.acme.io/x/web:1'}\n  db: {image: 'postgres:16'}\n"
    )
    skaffold = "build:\n  artifacts:\n    - {image: registry.acme.io/x/pay, context: pay}\n"
    assert [(b.image, b.folder) for b in builds("deploy/compose.yaml", compose, "a/b")] == [
        ("registry.acme.io/x/web", "deploy/web")
    ]
    assert [(b.image, b.folder) for b in builds("skaffold.yaml", skaffold, "a/b")] == [
        ("registry.acme.io/x/pay", "pay")
    ]


@pytest.mark.parametrize("text", ["", "[", "- a", "jobs: {a: &x {b: *x}}", "{{ template }}"])
def test_a_file_that_is_none_says_nothing(text: str) -> None:
    """A broken workflow builds nothing, and is no failure."""
    assert builds(".github/workflows/x.yml", text, "a/b") == ()


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("Dockerfile", "dockerfile"),
        ("a/Dockerfile.prod", "dockerfile"),
        ("a/web.Dockerfile", "dockerfile"),
        ("Containerfile", "dockerfile"),
        ("docker-compose.override.yml", "compose"),
        (".github/workflows/x.yaml", "workflow"),
        ("x/.github/workflows/x.yaml", ""),
        ("Dockerfile.md", ""),
        ("Dockerfiles/readme", ""),
    ],
)
def test_files_are_known_by_name(path: str, method: str) -> None:
    """Only those that really build are read."""
    assert method_of(path) == method


def test_aliases_that_multiply_are_walked_once() -> None:
    """A document of a few lines may stand for a billion entries."""
    lines = ["a0: &a0 {run: docker build -t x/y .}"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert [b.image for b in builds(".github/workflows/x.yml", "\n".join(lines), "a/b")] == ["docker.io/x/y"]
