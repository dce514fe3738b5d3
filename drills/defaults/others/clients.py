"""Clients of Python with their default settings: clients.py NAME.

Each line of input is a method, a URL and a body; each gets a line with the header Link and the body of the answer, or one
that begins with ! where the client fails.
"""

import asyncio
import json
import sys
import urllib.request


def by_urllib3():
    import urllib3

    http = urllib3.PoolManager()

    def ask(method, url, body):
        headers = {**http.headers, "content-type": "application/json"} if body else None
        response = http.request(method, url, body=body, headers=headers)
        return response.status, response.headers, response.data.decode()

    return ask


def by_requests():
    import requests

    session = requests.Session()

    def ask(method, url, body):
        response = session.request(method, url, json=json.loads(body) if body else None)
        return response.status_code, response.headers, response.text

    return ask


def by_httpx():
    import httpx

    client = httpx.Client()

    def ask(method, url, body):
        response = client.request(method, url, json=json.loads(body) if body else None)
        return response.status_code, response.headers, response.text

    return ask


def by_aiohttp():
    import aiohttp

    loop = asyncio.new_event_loop()
    sessions = []

    async def asked(method, url, body):
        if not sessions:
            sessions.append(aiohttp.ClientSession())
        async with sessions[0].request(method, url, json=json.loads(body) if body else None) as response:
            return response.status, response.headers, await response.text()

    return lambda *request: loop.run_until_complete(asked(*request))


def by_urllib():
    def ask(method, url, body):
        headers = {"content-type": "application/json"} if body else {}
        request = urllib.request.Request(url, method=method, data=body.encode() if body else None, headers=headers)
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers, response.read().decode()

    return ask


ask = globals()["by_" + sys.argv[1]]()
for line in sys.stdin:
    method, url, sent = line.rstrip("\n").split("\t")
    try:
        status, headers, text = ask(method, url, sent)
        answer = f"!{url} was answered {status}" if status >= 300 else headers.get("link", "") + "\t" + text
    except Exception as error:
        answer = f"!{type(error).__name__}: {error}"
    print(answer.replace("\n", " "), flush=True)
