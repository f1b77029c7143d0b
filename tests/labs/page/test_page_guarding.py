# SPDX-License-Identifier: Apache-2.0
"""Who gets an answer: a browser with the key, on this machine, and nobody's page in it."""

import pytest
from page_kit import COOKIE, HOST, JSON, FakeLab, request

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
