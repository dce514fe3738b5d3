"""Asks by http.client what it is told in lines of JSON, and answers each with a line of what it saw."""

import http.client
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from urllib.parse import urlsplit

writing = Lock()


def ask(asked):
    seen = {}
    url = urlsplit(asked["url"])
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=asked["limitMs"] / 1000)
    try:
        headers = {} if "body" not in asked else {"Content-Type": "application/json"}
        path = url.path + ("?" + url.query if url.query else "")
        connection.request(asked["method"], path, asked.get("body", "").encode() or None, headers)
        answer = connection.getresponse()
        seen = {
            "status": answer.status,
            "type": answer.getheader("Content-Type"),
            "retryAfter": answer.getheader("Retry-After"),
        }
        body = answer.read()
        if 200 <= answer.status <= 299:
            text = json.dumps(json.loads(body), ensure_ascii=False)
            seen["isGarbled"] = asked["title"] not in text or "\ufffd" in text
    except Exception as error:
        seen["error"] = type(error).__name__
    finally:
        connection.close()
    return seen


def answer(line):
    asked = json.loads(line)
    text = json.dumps({"id": asked["id"], "seen": ask(asked)})
    with writing:
        print(text, flush=True)


with ThreadPoolExecutor(max_workers=16) as pool:
    for line in sys.stdin:
        pool.submit(answer, line)
