"""Runs a client against Understudy, which fails on demand and sees every request."""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request

import pytest

# A request that the served API answers with 200.
PATH = "/api/education/courses"

# Options are in understudy.config.json.
SERVE = os.environ.get("UNDERSTUDY", "npx -y @understudy/server") + " serve --port 0 --log off"


@pytest.fixture(scope="session")
def origin():
    server = subprocess.Popen(SERVE.split(), stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        # "Understudy listening on http://127.0.0.1:49152"
        yield server.stdout.readline().split()[-1]
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


@pytest.fixture
def sandbox(origin, request):
    """The address of a private copy of the whole API; give it to your client."""
    return f"{origin}/sandboxes/{request.node.name.replace('_', '-').lower()}"


def call(url, method="GET", body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "my-client"}
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, json.load(answer)


def test_asks_again_after_a_failure(sandbox):
    rule = {"when": {"path": PATH}, "times": 1, "fault": "service_unavailable"}
    call(f"{sandbox}/faults", "PUT", {"rules": [rule]})

    # In the place of your client, which should wait as long as Retry-After says.
    status, headers, _ = call(sandbox + PATH)
    time.sleep(float(headers["Retry-After"]))
    status, _, _ = call(sandbox + PATH)
    assert status == 200

    # What the client sent, and what it did wrong.
    _, _, journal = call(f"{sandbox}/requests")
    assert [entry["status"] for entry in journal["data"]] == [503, 200]
    _, _, conduct = call(f"{sandbox}/conduct?severity=error")
    assert conduct["data"] == []
