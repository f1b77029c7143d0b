# SPDX-License-Identifier: Apache-2.0
"""The page's server: what it serves, to whom, how often, and why it does not start."""

import asyncio
import json
import os
import re
import socket

import pytest
from page_kit import COOKIE, FABRIC, HOST, JSON, KEY, PORT, FakeLab, ask, press, request, sampled, state

from fabric import viewer
from labs.directory import LabDirectory, LabError
from labs.page import moments as watching
from labs.page import server as process
from labs.page.moments import FOLLOWERS, KEPT, PERIOD_S, Moments, Watch
from labs.page.server import BODY_BYTES, application, files

# --- Requests --------------------------------------------------------------------------------------------------------
# The page's server before a lab that is none: what it serves, what it hands on, what it refuses.


def test_every_file_is_served_and_asks_for_nothing_from_elsewhere():
    assert {"page.js", "page.css", "icon.svg"} <= files().keys()
    assert {"fabric.js", "strips.js", "viewer.css"} <= viewer.files().keys()
    shared = [f"fabric/viewer/{name}" for name in viewer.files()]
    for name in ["", "index.html", "theme.css", *files(), *shared]:
        answer = request(FakeLab(), "GET", f"/{name}", HOST, COOKIE)
        assert answer.status == 200
        assert not re.search(rb"(?:src|href|url|import|fetch)\W{0,3}(?:https?:)?//", answer.body), name


@pytest.mark.parametrize(
    "name",
    ["nothing", "..", "server.py", "..%2fserver.py", "static", "%00", "page.html.j2", "fabric/viewer/__init__.py"],
)
def test_no_other_file_is(name):
    assert request(FakeLab(), "GET", f"/{name}", HOST, COOKIE).status == 404


def test_modules_import_only_what_is_there():
    for known in (files(), viewer.files()):
        for path in known.values():
            imported = re.findall(r'from "([^"]+)"', path.read_text())
            for place in imported:
                folder, _, name = place.rpartition("/")
                assert name in (known if folder == "." else viewer.files())
                assert (path.parent / place).is_file()
                assert folder in {".", "../../../fabric/viewer"}  # which the server has at /fabric/viewer


def test_the_fabric_is_all_that_does_not_change():
    said = request(FakeLab(), "GET", "/fabric", HOST, COOKIE).json()
    assert (said["fabric"], said["target"], said["nics"]) == ("lab", "embedded", ["nic0", "nic1", "nic2", "nic3"])
    assert (said["period_ms"], said["kept"]) == (500, 1200)


def test_buttons_reach_the_lab_word_for_word():
    lab = FakeLab()
    assert press(lab, "/fail", {"words": ["switch", "p0-t1-0"]}).json() == {"said": ["switch p0-t1-0"]}
    assert press(lab, "/heal", {"words": ["all"]}).json() == {"said": ["nothing to heal"]}
    posted = press(lab, "/write", {"source": "nic0", "destination": "nic3", "size": "4MiB"}).json()
    assert posted == {"said": ["write 2: nic0 to nic3, 4MiB"]}
    assert press(lab, "/frames", {"link": "a--b"}).json() == {"frames": []}
    assert lab.asked == [
        ("fail", "switch", "p0-t1-0"), ("heal", "all"), ("write", "nic0", "nic3", "4MiB"), ("frames", "a--b"),
    ]  # fmt: skip


def test_what_the_lab_refuses_is_said_as_it_says_it():
    answer = press(FakeLab(), "/fail", {"words": ["nothing"]})
    assert (answer.status, answer.json()) == (409, {"error": "nothing: there is none"})


def test_a_mistake_of_ours_tells_nothing_about_the_code():
    answer = press(FakeLab(), "/fail", {"words": ["broken"]})
    assert answer.status == 500
    assert b"secret" not in answer.body and b"Traceback" not in answer.body


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"", 400, "request: "),
        (b"{", 400, "request: "),
        (b'{"words": []}', 400, "words: "),
        (b'{"words": ["a", "b", "c", "d", "e"]}', 400, "words: "),
        (b'{"words": [1]}', 400, "words.0: "),
        (b'{"words": ["all"], "more": 1}', 400, "more: "),
        (json.dumps({"words": ["x" * 201]}).encode(), 400, "words.0: "),
        (b" " * (BODY_BYTES + 1), 413, "more than 4,096 bytes"),
        (b"\xff\xfe[[[[", 400, "request: "),
    ],
)
def test_nonsense_is_refused_in_a_line(body, status, says):
    lab = FakeLab()
    answer = request(lab, "POST", "/heal", HOST, COOKIE, JSON, body=body)
    assert answer.status == status
    assert says in answer.json()["error"]
    assert not lab.asked


def test_a_form_of_another_page_cannot_be_meant():
    answer = request(FakeLab(), "POST", "/heal", HOST, COOKIE, (b"content-type", b"text/plain"), body=b"{}")
    assert answer.status == 415


def served(talk):
    """Run a conversation with an application that has been started."""

    async def run():
        lab = FakeLab()
        app = application(lab, port=PORT, key=KEY)
        async with app.router.lifespan_context(app):
            return await talk(app, lab)

    return asyncio.run(run())


def test_moments_come_as_they_are_made_and_nobody_asks_the_lab_before_somebody_looks():
    async def talk(app, lab):
        await asyncio.sleep(0)
        assert not lab.looks
        return await ask(app, "GET", "/moments", HOST, COOKIE, until=b"id: 1\n")

    answer = served(talk)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = answer.body.decode().split("\n\n")
    assert [event.splitlines()[:2] for event in events[:2]] == [["event: moment", f"id: {n}"] for n in (0, 1)]
    assert json.loads(events[0].splitlines()[2].removeprefix("data: "))["now_ns"] == 1000


def test_who_comes_again_gets_what_it_missed():
    async def talk(app, _lab):
        await ask(app, "GET", "/moments", HOST, COOKIE, until=b"id: 2\n")
        return await ask(app, "GET", "/moments", HOST, COOKIE, (b"last-event-id", b"0"), until=b"id: 2\n")

    assert served(talk).body.startswith(b"event: moment\nid: 1\n")


def test_there_is_room_for_so_many_pages():
    async def talk(app, _lab):
        asking = [ask(app, "GET", "/moments", HOST, COOKIE, until=b"never") for _ in range(FOLLOWERS + 1)]
        done, looking = await asyncio.wait(
            [asyncio.create_task(each) for each in asking], return_when="FIRST_COMPLETED"
        )
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        (refused,) = [task.result() for task in done]
        return refused

    refused = served(talk)
    assert refused.status == 503
    assert "close one" in refused.json()["error"]


# --- Who gets an answer ----------------------------------------------------------------------------------------------
# Who gets an answer: a browser with the key, on this machine, and nobody's page in it.

OTHER = b"http://127.0.0.1:8080"


@pytest.mark.parametrize("host", [b"127.0.0.1:4711", b"localhost:4711"])
def test_the_page_itself_is_answered(host):
    answer = request(FakeLab(), "GET", "/fabric", (b"host", host), COOKIE, (b"origin", b"http://" + host))
    assert answer.status == 200


@pytest.mark.parametrize(
    "headers",
    [
        [(b"host", b"evil.example:4711")],
        [(b"host", b"127.0.0.1")],
        [(b"host", b"127.0.0.1:80")],
        [(b"host", b"127.0.0.1:4711.evil.example")],
        [],
        [HOST, (b"host", b"evil.example")],
    ],
)
def test_another_host_is_refused_even_with_the_key(headers):
    answer = request(FakeLab(), "GET", "/fabric", *headers, COOKIE)
    assert answer.status == 421
    assert "accepted: 127.0.0.1:4711, localhost:4711" in answer.json()["error"]


@pytest.mark.parametrize("origin", [OTHER, b"null", b"http://evil.example", b"https://127.0.0.1:4711", b""])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_origin_is_refused_even_with_the_key(method, origin):
    lab = FakeLab()
    answer = request(lab, method, "/heal", HOST, COOKIE, JSON, (b"origin", origin), body=b'{"words":["all"]}')
    assert answer.status == 403
    assert not lab.asked


@pytest.mark.parametrize("site", [b"cross-site", b"same-site"])
def test_another_site_presses_no_button(site):
    lab = FakeLab()
    answer = request(lab, "POST", "/heal", HOST, COOKIE, JSON, (b"sec-fetch-site", site), body=b'{"words":["all"]}')
    assert answer.status == 403
    assert not lab.asked


@pytest.mark.parametrize(
    "cookie", [[], [(b"cookie", b"mrc-lab-4711=wrong")], [(b"cookie", b"mrc-lab-80=a-key")], [(b"cookie", b"\xff;=;")]]
)
@pytest.mark.parametrize("path", ["/", "/fabric", "/page.js", "/?key=wrong", "/nothing"])
def test_without_the_key_nothing_is_said(cookie, path):
    answer = request(FakeLab(), "GET", path, HOST, *cookie)
    assert answer.status == 403
    assert "-m labs page` prints" in answer.json()["error"]


def test_the_key_of_the_url_becomes_a_cookie_that_scripts_and_other_sites_do_not_get():
    answer = request(FakeLab(), "GET", "/?key=a-key", HOST)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    said = answer.headers["set-cookie"].lower()
    assert said.startswith("mrc-lab-4711=a-key;") and "httponly" in said and "samesite=strict" in said


@pytest.mark.parametrize("path", ["/", "/fabric", "/nothing", "/?key=a-key"])
def test_every_answer_says_that_nothing_else_is_to_be_loaded(path):
    answer = request(FakeLab(), "GET", path, HOST, COOKIE)
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


# --- Watching --------------------------------------------------------------------------------------------------------
# Watching a lab: never more than it may be asked, not while nobody looks, and a past of a stated length.

SOON_S = 20.0


class Looks:
    """Moments, one after the other, or trouble."""

    def __init__(self):
        self.count = 0
        self.trouble = None
        self._moments = Moments.of_fabric(FABRIC)

    def __call__(self):
        self.count += 1
        if self.trouble:
            raise LabError(self.trouble)
        return self._moments.make(state(), sampled(self.count * 1000), {})


@pytest.fixture
def looks():
    return Looks()


def watched(looks, talk):
    async def run():
        watch = Watch(looks)
        task = asyncio.create_task(watch.run())
        try:
            return await asyncio.wait_for(talk(watch), SOON_S)
        finally:
            task.cancel()

    return asyncio.run(run())


async def take(watch, count, after=-1):
    found = []
    follower = watch.join(after)
    async for said in follower.events():
        found.append(said)
        if len(found) == count:
            break
    follower.leave()
    return found


def test_a_past_of_ten_minutes():
    assert KEPT * PERIOD_S == 600


def test_it_is_asked_once_a_period_however_many_look(looks):
    async def talk(watch):
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.gather(*(take(watch, 3) for _ in range(watching.FOLLOWERS)))
        return loop.time() - began

    took = watched(looks, talk)
    assert looks.count == 3
    assert took >= 2 * PERIOD_S


def test_what_answers_slowly_is_left_in_peace_for_longer(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)

    def slow():
        threading_pause.wait(0.1)
        return looks()

    import threading

    threading_pause = threading.Event()

    async def talk(watch):
        loop = asyncio.get_running_loop()
        began = loop.time()
        await take(watch, 3)
        return loop.time() - began

    assert watched(slow, talk) >= 3 * 0.1 + 2 * 4 * 0.1


def test_nobody_looks_so_nobody_asks(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.01)
    monkeypatch.setattr(watching, "_PATIENCE_S", 0.0)

    async def talk(watch):
        await take(watch, 2)
        await asyncio.sleep(0.1)
        count = looks.count
        await asyncio.sleep(0.3)
        assert looks.count == count
        await take(watch, 1, after=count)  # and goes on when somebody comes
        await take(watch, count + 1)

    watched(looks, talk)


def test_the_past_is_bounded_and_told_to_who_comes(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)
    monkeypatch.setattr(watching, "KEPT", 5)

    async def talk(watch):
        await take(watch, 20)
        return await take(watch, 5)

    found = [said.split(b"\n")[1] for said in watched(looks, talk)]
    first = int(found[0].removeprefix(b"id: "))
    assert first >= 15
    assert found == [f"id: {first + n}".encode() for n in range(5)]


def test_a_page_that_takes_nothing_is_sent_away_and_holds_up_nobody(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)

    async def talk(watch):
        lazy = watch.join(-1).events()
        await anext(lazy)
        await take(watch, 3 * watching._LAG)
        return [said async for said in lazy]  # it ends

    watched(looks, talk)


def test_trouble_is_told_and_watching_goes_on(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)
    looks.trouble = "the lab 'lab' did not answer\nwithin 20 s"

    async def talk(watch):
        (said,) = await take(watch, 1)
        looks.trouble = None
        async for later in watch.join(-1).events():
            if later.startswith(b"event: moment"):
                break
        return said

    assert watched(looks, talk) == b"event: trouble\ndata: the lab 'lab' did not answer\ndata: within 20 s\n\n"


# --- The process -----------------------------------------------------------------------------------------------------
# The page's process says in one line why it does not start.


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """The directory of a lab that is up, as far as the page can see."""
    place = LabDirectory("lab", tmp_path / "mrc-lab" / "lab")
    lock = place.lock()
    place.sign(lock, os.getpid())
    monkeypatch.setattr(process, "PageLab", lambda *_: FakeLab())
    yield place.folder
    os.close(lock)


def test_a_port_in_use_is_named_once(lab, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert process.main([str(lab), str(port)]) == 1
    assert capsys.readouterr().out == f"error: port {port} of 127.0.0.1: Address already in use\n"


def test_a_directory_that_takes_no_file(lab, capsys):
    (lab / "page").mkdir()
    assert process.main([str(lab), "0"]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"error: {lab}/page: ") and said.count("\n") == 1
