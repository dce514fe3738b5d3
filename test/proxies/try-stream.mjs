/** What must hold of a stream behind a proxy: events come at once, one goes on after a cut, and each end tells the other. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '../../tooling/src/patience.mjs';

/** Sooner than the heartbeat, which would push out what is held up. */
const SOON_MS = 8000;

/** How long a proxy may take to learn that one of its ends is gone, in ms. */
const END_MS = patient(10_000);

const soon = (promise, what, ms = SOON_MS) =>
  Promise.race([promise, sleep(ms, undefined, { ref: false }).then(() => assert.fail(`${what} in ${ms} ms`))]);

/** The events of one connection. */
class Connection {
  #reader;
  #text = '';
  #leaving;

  /** Opens one, after the event with an id. */
  static async open(url, lastEventId) {
    const connection = new Connection();
    connection.#leaving = new AbortController();
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const answer = await soon(fetch(url, { headers, signal: connection.#leaving.signal }), 'no head came');
    connection.status = answer.status;
    connection.#reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    return connection;
  }

  /** The ids of the next events; of fewer, where the stream ends before. */
  async ids(count) {
    const found = [];
    while (found.length < count) {
      const [, block, rest] = /^([^]*?\n\n)([^]*)$/.exec(this.#text) ?? [];
      if (block === undefined) {
        const { done, value } = await soon(this.#reader.read(), `no event came`);
        if (done) break;
        this.#text += value;
        continue;
      }
      this.#text = rest;
      if (block.includes('\ndata: ')) found.push(/^id: (\d+)/.exec(block)?.[1]);
    }
    return found;
  }

  /** Whether the stream ends as a whole. */
  async end() {
    return (await soon(this.#reader.read(), 'no end came', END_MS)).done;
  }

  leave() {
    this.#leaving.abort();
  }
}

/** Requests that the journal of the sandbox notes. */
async function note(origin, sandbox, count = 1) {
  for (let i = 0; i < count; i += 1) {
    const answer = await fetch(`${origin}/sandboxes/${sandbox}/api/events?per_page=1`);
    assert.equal(answer.status, 200);
    await answer.text();
  }
}

/** What is tried, by name; the server takes no more than two streams. */
export const tries = {
  async 'an event comes while the stream is open'({ origin, stream, sandbox }) {
    const connection = await Connection.open(stream);
    await note(origin, sandbox);
    assert.deepEqual(await connection.ids(1), ['1']);
    await note(origin, sandbox);
    assert.deepEqual(await connection.ids(1), ['2']);
    connection.leave();
  },

  async 'one that is cut goes on after its last event'({ origin, stream, sandbox }) {
    await note(origin, sandbox, 3);
    const cut = await Connection.open(`${stream}?limit=2`);
    assert.deepEqual(await cut.ids(3), ['1', '2']);
    const resumed = await Connection.open(stream, '2');
    await note(origin, sandbox);
    assert.deepEqual(await resumed.ids(2), ['3', '4']);
    resumed.leave();
  },

  async 'a reader who leaves frees the stream in the server'({ stream }) {
    const readers = await Promise.all([Connection.open(stream), Connection.open(stream)]);
    const refused = await Connection.open(stream);
    assert.equal(refused.status, 503);
    for (const one of [...readers, refused]) one.leave();
    const until = performance.now() + END_MS;
    for (;;) {
      const next = await Connection.open(stream);
      next.leave();
      if (next.status === 200) return;
      assert.ok(performance.now() < until, 'the server still has streams that nobody reads');
      await sleep(50);
    }
  },

  async 'it ends, whole, when the server stops'({ stream, stopServer }) {
    const connection = await Connection.open(stream);
    const end = connection.ids(1);
    await stopServer();
    assert.deepEqual(await end, []);
    assert.equal(await connection.end(), true);
  },
};

/** That an event is held up, where it is known to be: else nothing above would show anything. */
export async function showsHolding({ origin, stream, sandbox }) {
  const opened = Connection.open(stream).then(async (connection) => {
    await note(origin, sandbox);
    return connection.ids(1);
  });
  await assert.rejects(opened, /no (?:event|head) came/);
}
