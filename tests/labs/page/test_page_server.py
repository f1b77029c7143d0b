# SPDX-License-Identifier: Apache-2.0
"""The page's server before a lab that is none: what it serves, what it hands on, what it refuses."""

import asyncio
import json
import re

import pytest
from page_kit import COOKIE, HOST, JSON, KEY, PORT, FakeLab, ask, press, request

from fabric import viewer
from labs.page.moments import FOLLOWERS
from labs.page.server import BODY_BYTES, application, files


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
