"""The files of a repository at one commit, by the `git` command; or of a plain folder.

A repository is hostile until proven otherwise: nothing of it is checked out, no hook, filter, pager, monitor or remote
of its own configuration is ever run, symbolic links are not followed, and a file is read only up to a limit.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from graph.errors import Denied, SourceFailed

LIMIT = 1_000_000  # bytes of one file that is read; catalogues, Dockerfiles and workflows are far below
SECONDS = 120.0  # of one git command
CLONE_SECONDS = 600.0
DEPTH = 1000  # commits of a clone, enough for contacts

_SAFE = (
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.pager=cat"),
    *("-c", "core.attributesFile=/dev/null"),
    *("-c", "diff.external="),
    *("-c", "log.showSignature=false"),
    *("-c", "protocol.ext.allow=never"),
    *(
        "-c",
        "safe.directory=*",
    ),  # nothing of its configuration can run here, so whose folder it is does not matter
)
_LOCAL = (
    "-c",
    "protocol.allow=never",
)  # a local repository may not fetch anything, whatever its configuration says


@dataclass(frozen=True, slots=True)
class Blob:
    """A file: its text up to the limit, its true size, and the commit that last touched it (empty where not known)."""

    path: str
    size: int
    text: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Files:
    """What can be read of a repository. `commit` is empty for a plain folder and for a repository without commits.

    `log` gives the lines of a git log in a format; None where there is no history.
    """

    paths: tuple[str, ...]
    read: Callable[[Sequence[str], int], Iterator[Blob]]
    commit: str = ""
    committed_at: datetime | None = None
    branch: str = ""
    remote: str = ""
    shallow: bool = False
    log: Callable[[Sequence[str]], Iterator[str]] | None = None


@contextmanager
def opened(path: Path | None, url: str) -> Generator[Files]:
    """The files of a folder, or of a clone that is removed afterwards. Raises SourceFailed or Denied in words."""
    if path is None:
        with _cloned(url) as clone:
            yield _of_git(clone, url, fetching=True)
        return
    if not path.is_dir():
        raise SourceFailed(
            f"{path} is not a folder; set path of [[code]] to a checkout, or url to an address."
        )
    if (path / ".git").exists() or _is_bare(path):
        yield _of_git(path, "", fetching=False)
    else:
        yield _of_folder(path)


def remote_of(path: Path) -> str:
    """The address of the remote `origin` of a local repository, without login; empty where there is none."""
    if not (path / ".git").exists() and not _is_bare(path):
        return ""
    words = ("config", "--local", "--get", "remote.origin.url")
    return without_login(_optional(lambda *w: _run(path, w, fetching=False), *words).strip())


def _is_bare(path: Path) -> bool:
    return (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()


# A plain folder

_SKIPPED = frozenset({".git", "node_modules", ".venv", "vendor", "__pycache__", ".terraform"})


def _of_folder(root: Path) -> Files:
    def read(paths: Sequence[str], limit: int) -> Iterator[Blob]:
        for name in paths:
            file = root / name
            try:
                size = file.stat().st_size
                with file.open("rb") as handle:
                    data = handle.read(limit)
            except OSError as error:
                raise SourceFailed(f"{file} cannot be read: {error.strerror}.") from error
            yield Blob(name, size, data.decode("utf-8", "replace"), whole=size <= limit)

    return Files(tuple(sorted(_walk(root))), read)


def _walk(root: Path) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise SourceFailed(f"{error.filename} cannot be listed: {error.strerror}.") from error

    for folder, folders, files in os.walk(root, onerror=fail, followlinks=False):
        folders[:] = [f for f in folders if f not in _SKIPPED]
        for name in files:
            file = Path(folder, name)
            if not file.is_symlink():
                yield file.relative_to(root).as_posix()


# A git repository


def _of_git(path: Path, url: str, *, fetching: bool) -> Files:
    def git(*words: str) -> str:
        return _run(path, words, fetching=fetching)

    commit = _optional(git, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()
    branch = _optional(git, "symbolic-ref", "--quiet", "--short", "HEAD").strip()
    remote = url or _optional(git, "config", "--local", "--get", "remote.origin.url").strip()
    if not commit:
        return Files((), lambda _paths, _limit: iter(()), branch=branch, remote=without_login(remote))
    blobs = _tree(git("ls-tree", "-r", "-z", "--full-tree", commit))
    seconds = git("show", "--no-patch", "--no-show-signature", "--format=%ct", commit).strip()
    return Files(
        paths=tuple(blobs),
        read=lambda paths, limit: _blobs(path, {p: blobs[p] for p in paths}, limit, fetching=fetching),
        commit=commit,
        committed_at=datetime.fromtimestamp(int(seconds), tz=UTC),
        branch=_default_branch(git, branch),
        remote=without_login(remote),
        shallow=git("rev-parse", "--is-shallow-repository").strip() == "true",
        log=lambda words: iter(git("log", "--no-show-signature", *words, commit).split("\n")),
    )


def _default_branch(git: Callable[..., str], branch: str) -> str:
    """The remote's own default where it is known (a clone knows it), else the branch that is checked out."""
    head = _optional(git, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD").strip()
    return head.removeprefix("origin/") or branch


def _tree(listing: str) -> dict[str, str]:
    """Object ids by path, of ordinary files alone (no links, no submodules)."""
    found: dict[str, str] = {}
    for entry in listing.split("\0"):
        head, _, path = entry.partition("\t")
        if head.startswith("100"):
            found[path] = head.split(" ")[2]
    return found


def _blobs(path: Path, ids: dict[str, str], limit: int, *, fetching: bool) -> Iterator[Blob]:
    if not ids:
        return
    words = _command(path, ("cat-file", "--batch"), fetching=fetching)
    wanted = "".join(f"{i}\n" for i in ids.values()).encode()
    with tempfile.TemporaryFile() as asked:
        asked.write(wanted)
        asked.seek(0)
        with subprocess.Popen(  # noqa: S603 — a fixed command; ids are git's own
            words, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            out = process.stdout
            if out is None:
                raise SourceFailed("git gave no output.")
            for name in ids:
                head = out.readline().decode().split()
                if len(head) != 3:
                    process.kill()
                    raise SourceFailed(
                        f"{name} is not in the object store of {path}; the clone is not whole."
                    )
                size = int(head[2])
                data = out.read(min(size, limit))
                _skip(out.read, size - len(data))
                out.read(1)
                yield Blob(name, size, data.decode("utf-8", "replace"), whole=size <= limit)


def _skip(read: Callable[[int], bytes], left: int) -> None:
    while left > 0 and (part := read(min(left, 1 << 16))):
        left -= len(part)


@contextmanager
def _cloned(url: str) -> Generator[Path]:
    """A bare clone without file contents (they come one by one when read), of limited depth."""
    if not re.match(r"(https?|ssh|git|file)://|[\w.-]+@[\w.-]+:", url):
        raise SourceFailed(
            f"{without_login(url)} is not an address that git clones; set url of [[code]] to https://… or ssh://…."
        )
    folder = Path(tempfile.mkdtemp(prefix="aletheia-code-"))
    words = (
        "clone",
        "--quiet",
        "--bare",
        "--no-tags",
        "--filter=blob:none",
        f"--depth={DEPTH}",
        "--",
        url,
        str(folder),
    )
    try:
        _run(folder.parent, words, fetching=True, seconds=CLONE_SECONDS)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def without_login(url: str) -> str:
    """An address without user and password."""
    return re.sub(r"(?<=://)[^/@]*@", "", url)


def _optional(git: Callable[..., str], *words: str) -> str:
    """What git says, or nothing where it has nothing to say (an empty repository, no remote)."""
    try:
        return git(*words)
    except SourceFailed:
        return ""


_UNSET = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_EXTERNAL_DIFF",
)


def _command(path: Path, words: Sequence[str], *, fetching: bool) -> list[str]:
    """The whole command. `env` clears what could point git elsewhere, keep it waiting, or lead it to a repository above."""
    return [
        "env",
        *(word for name in _UNSET for word in ("-u", name)),
        "GIT_TERMINAL_PROMPT=0",
        "GIT_OPTIONAL_LOCKS=0",
        "GIT_LFS_SKIP_SMUDGE=1",
        f"GIT_CEILING_DIRECTORIES={path.resolve().parent}",
        "LC_ALL=C",
        "git",
        *_SAFE,
        *(() if fetching else _LOCAL),
        *("-C", str(path)),
        *words,
    ]


def _run(path: Path, words: Sequence[str], *, fetching: bool, seconds: float = SECONDS) -> str:
    try:
        done = subprocess.run(  # noqa: S603 — fixed commands; paths and addresses stand behind `--` or `-C`
            _command(path, words, fetching=fetching),
            capture_output=True,
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired as error:
        raise SourceFailed(f"git {words[0]} took longer than {seconds:.0f} seconds.") from error
    if done.returncode == 127:
        raise SourceFailed("the command git is not installed; install it, or give a plain folder.")
    if done.returncode != 0:
        raise _failure(words[0], without_login(done.stderr.decode("utf-8", "replace")))
    return done.stdout.decode("utf-8", "surrogateescape")


_REFUSALS = re.compile(
    r"authentication failed|could not read (?:username|password)|permission denied|access denied|\b40[13]\b|terminal prompts disabled",
    re.IGNORECASE,
)


def _failure(verb: str, said: str) -> SourceFailed | Denied:
    line = next((s for s in said.splitlines() if s.startswith(("fatal:", "error:"))), said.strip()[:200])
    if _REFUSALS.search(said):
        return Denied(
            f"git {verb} was refused: {line} Check the credentials of git's own helper or the ssh agent."
        )
    return SourceFailed(f"git {verb} failed: {line}")
