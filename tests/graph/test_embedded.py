"""The embedded store's process: found or started, shared, private, ended with its last user, and never lost to a kill."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graph import engine
from graph.connect import open_store
from graph.errors import AletheiaError, StoreUnreachable
from graph.store import Store
from graph.writer import observe
from tests.graph.observing import alive, hour, look, machines

ROOT = Path(__file__).parents[2]
USER = """
import sys
from pathlib import Path
from graph.connect import open_store
store = open_store("embedded:", home=Path(sys.argv[1]))
store.prepare()
store.write([("MERGE (n:Record {uid: $uid})", {"uid": sys.argv[2]})])
print("ready", flush=True)
sys.stdin.read()
store.close()
"""


def open_at(home: Path) -> Store:
    """The store of that home, prepared."""
    store = open_store("embedded:", home=home)
    store.prepare()
    return store


def another_user(home: Path, uid: str) -> subprocess.Popen[str]:
    """A second process that has opened the store and written one record."""
    process = subprocess.Popen(
        [sys.executable, "-c", USER, str(home), uid],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert "ready\n" == process.stdout.readline()
    return process


def let_go(process: subprocess.Popen[str]) -> None:
    """The other process closes its store and ends."""
    process.communicate("")
    assert 0 == process.returncode


def engine_of(home: Path) -> int:
    """The process id of the running engine."""
    return int(json.loads((home / "graph" / engine.ADDRESS).read_text())["pid"])


def is_running(pid: int) -> bool:
    """Whether that process is there and no zombie."""
    try:
        return "Z" != Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False


def eventually(true: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether it becomes true; asked often, so that nothing waits longer than it must."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_a_second_command_shares_the_running_one_and_it_ends_with_its_last_user(tmp_path: Path) -> None:
    """One engine for all; what one writes, the other reads; after the last it is gone, and the data is there."""
    store = open_at(tmp_path)
    pid = engine_of(tmp_path)
    other = another_user(tmp_path, "from another process")
    assert [{"uid": "from another process"}] == store.read("MATCH (n:Record) RETURN n.uid AS uid")
    assert pid == engine_of(tmp_path)

    store.close()
    let_go(other)
    assert eventually(lambda: not is_running(pid))
    assert not (tmp_path / "graph" / engine.ADDRESS).exists()

    again = open_at(tmp_path)
    assert [{"uid": "from another process"}] == again.read("MATCH (n:Record) RETURN n.uid AS uid")
    again.close()


def test_only_its_user_can_read_the_password_and_it_listens_on_loopback(tmp_path: Path) -> None:
    """0600, on 127.0.0.1, with a new password at every start."""
    store = open_at(tmp_path)
    try:
        address = tmp_path / "graph" / engine.ADDRESS
        assert 0o600 == stat.S_IMODE(address.stat().st_mode)
        assert 0o700 == stat.S_IMODE((tmp_path / "graph").stat().st_mode)
        assert len(json.loads(address.read_text())["password"]) > 30
        hosts = {local.split(":")[0] for local in listening(engine_of(tmp_path))}
        assert hosts
        assert hosts <= {"0100007F", "0000000000000000FFFF00000100007F"}, "127.0.0.1, plain or mapped"
        with pytest.raises(StoreUnreachable, match="login"):
            open_store(
                f"bolt://127.0.0.1:{json.loads(address.read_text())['port']}",
                home=tmp_path,
                user="root",
                password="x",
            )
    finally:
        store.close()


def test_no_query_reads_a_file(embedded: Store, tmp_path: Path) -> None:
    """Cypher could load any file of this machine; the engine is told not to."""
    (tmp_path / "secret.csv").write_text("secret\n")
    with pytest.raises(AletheiaError, match=r"(?i)load csv|file"):
        embedded.read(f"LOAD CSV FROM 'file://{tmp_path}/secret.csv' AS line RETURN line")


def listening(pid: int) -> set[str]:
    """Local addresses that the process listens on, as the kernel writes them."""
    inodes = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes.add(str(link.readlink()))
        except FileNotFoundError:
            continue
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            part = line.split()
            if "0A" == part[3] and f"socket:[{part[9]}]" in inodes:
                found.add(part[1])
    return found


def test_a_killed_user_does_not_keep_it_running(tmp_path: Path) -> None:
    """Kill -9 takes the lease away; the engine ends, stale files and all."""
    process = another_user(tmp_path, "a")
    pid = engine_of(tmp_path)
    process.kill()
    process.communicate()

    assert eventually(lambda: not is_running(pid))
    store = open_at(tmp_path)
    assert 1 == len(list((tmp_path / "graph" / engine.LEASES).iterdir()))
    store.close()


def test_a_folder_taken_away_ends_its_engine(tmp_path: Path) -> None:
    """Nobody could join it any more: the lock and the door are gone with the folder. One made anew gets its own engine."""
    open_at(tmp_path).close()
    pid = engine_of(tmp_path)
    shutil.rmtree(tmp_path / "graph")
    store = open_at(tmp_path)

    assert eventually(lambda: not is_running(pid))
    assert [] == store.read("MATCH (n:Record) RETURN n.uid AS uid"), "the new one goes on"
    store.close()


def test_a_killed_engine_is_started_anew_with_what_was_written(tmp_path: Path) -> None:
    """Kill -9 of the database itself: its address file is stale, and its log is replayed."""
    store = open_at(tmp_path)
    observe(store, [look(machines(*range(20)))], at=hour(0))
    pid = engine_of(tmp_path)
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: not is_running(pid))

    assert 20 == len(alive(store)), "the same store goes on with a new engine"
    assert pid != engine_of(tmp_path)
    assert 0 == observe(store, [look(machines(*range(20)))], at=hour(1))[0].written
    store.close()


def test_two_starters_at_once_get_one_engine(tmp_path: Path) -> None:
    """Whoever comes second waits at the door."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: open_store("embedded:", home=tmp_path), range(4)))
    try:
        assert 1 == len({store._url for store in stores})  # type: ignore[attr-defined]
    finally:
        for store in stores:
            store.close()


def test_files_of_an_engine_that_is_not_there_mislead_nobody(tmp_path: Path) -> None:
    """An address, a lease and a half-written address that an earlier machine left behind."""
    home = tmp_path / "graph"
    (home / engine.LEASES).mkdir(parents=True)
    (home / engine.LEASES / "1-old.lease").touch()
    (home / engine.ADDRESS).write_text(
        '{"pid": 1, "port": 1, "user": "root", "password": "x", "database": "aletheia"}'
    )
    (home / "server.1.new").write_text('{"pi')

    store = open_at(tmp_path)
    assert [] == store.read("MATCH (n:Record) RETURN n")
    store.close()


def test_an_engine_that_cannot_start_says_why(tmp_path: Path) -> None:
    """With the log's place and its last line."""
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "databases").write_text("no folder")
    with pytest.raises(StoreUnreachable, match=r"engine\.log"):
        open_store("embedded:", home=tmp_path)


def test_writers_of_several_processes_and_threads_take_turns(tmp_path: Path) -> None:
    """N4J-03 on the embedded store: all finish, and nothing is lost or doubled."""
    store = open_at(tmp_path)
    script = USER.replace('"MERGE', '"UNWIND range(1, 50) AS i MERGE').replace(
        "{uid: $uid}", "{uid: $uid + toString(i)}"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), uid],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for uid in ("same", "same", "other")
    ]
    for process in processes:
        let_go(process)

    assert [{"n": 100}] == store.read("MATCH (n:Record) RETURN count(n) AS n")
    store.close()
