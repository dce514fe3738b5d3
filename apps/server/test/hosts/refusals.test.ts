/** What a client hears whose request cannot be read: what bare Node says, wherever on a connection it comes. */
import { once } from 'node:events';
import { createServer, maxHeaderSize } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finished } from '../../src/http/finish.js';
import type { Listening } from '../../src/transport/node.js';
import { type Answers, serveAnswers, text } from './faulted.js';
import { head, RawClient } from './raw-client.js';
import { eventually } from '../eventually.js';

const LONG = 'x'.repeat(maxHeaderSize);
const HOST = 'Host: localhost\r\n';
/** It is answered once its body is there. */
const CHUNKED = `POST /body HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;

/** What bare Node answers by itself, with its status. */
const unreadable: readonly (readonly [string, string, number])[] = [
  ['a byte in the path that is no ASCII', head('GET', '/x\xFF'), 400],
  ['a control character in the path', head('GET', '/\x01'), 400],
  ['a space in the path', head('GET', '/a b'), 400],
  ['an unknown method', head('FROB'), 400],
  ['a method in lower case', head('get'), 400],
  ['an unknown version', head('GET', '/', '3.7'), 400],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['a header without a colon', `GET / HTTP/1.1\r\n${HOST}Oops\r\n\r\n`, 400],
  ['a space in the name of a header', `GET / HTTP/1.1\r\n${HOST}A b: c\r\n\r\n`, 400],
  ['a control character in a header', `GET / HTTP/1.1\r\n${HOST}A: \x00\r\n\r\n`, 400],
  ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a length that is no number', `POST / HTTP/1.1\r\n${HOST}Content-Length: ten\r\n\r\n`, 400],
  ['a length and chunks', `${CHUNKED.slice(0, -2)}Content-Length: 3\r\n\r\n0\r\n\r\n`, 400],
  ['a transfer encoding that is not known', `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: zip\r\n\r\n`, 400],
  ['a chunk without a length', `${CHUNKED}zz\r\n`, 400],
  ['a chunk that is longer than it says', `${CHUNKED}1\r\nabc\r\n`, 400],
  ['a path that is too long', head('GET', `/${LONG}`), 431],
  ['a header that is too long', `GET / HTTP/1.1\r\n${HOST}A: ${LONG}\r\n\r\n`, 431],
  ['an extension of a chunk that is too long', `${CHUNKED}1;${LONG}${LONG}\r\na\r\n`, 413],
  ['an expectation that nobody meets', `GET / HTTP/1.1\r\n${HOST}Expect: wonders\r\nConnection: close\r\n\r\n`, 417],
];

const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const bare = createServer((request, response) => request.on('end', () => response.end()).resume());
let ports: readonly number[];
let listening: Listening;
let finishLate: (finished: Finished) => void;

const answers: Answers = (path) => {
  if (path === '/late') return new Promise((resolve) => (finishLate = resolve));
  return path === '/body' ? new Promise<Finished>(() => undefined) : text('fine');
};

beforeAll(async () => {
  await once(bare.listen(0, '127.0.0.1'), 'listening');
  listening = await serveAnswers(answers);
  const address = bare.address();
  ports = [listening.port, typeof address === 'object' && address !== null ? address.port : 0];
});

afterAll(async () => {
  bare.close();
  await listening.close({ graceMs: 0 });
});

/** What comes on a connection on which something is asked for, each when all before is answered, until it is closed. */
async function answersTo(port: number, asked: readonly string[]): Promise<string> {
  const client = await RawClient.to(port);
  for (const [answered, one] of asked.entries()) {
    await eventually(() => expect(statusesIn(client.text)).toHaveLength(answered));
    client.send(one);
  }
  await client.closed;
  expect(client.ended).toBe('end');
  return client.text;
}

describe.each(unreadable)('%s', (_, asked, status) => {
  it.each([
    ['first on a connection', []],
    ['behind an answer', [head('GET')]],
    ['behind two of them', [head('GET'), head('HEAD')]],
  ])('is answered %s', async (__, before) => {
    const seen = await Promise.all(ports.map((port) => answersTo(port, [...before, asked])));
    const expected = [...before.map(() => 200), status];
    expect(seen.map(statusesIn)).toEqual([expected, expected]);
  });

  it('is answered in its turn, behind an answer that is under way', async () => {
    const client = (await RawClient.to(listening.port)).send(head('GET', '/late') + asked);
    const other = await answersTo(listening.port, [asked]);
    expect([statusesIn(other), client.text]).toEqual([[status], '']);
    finishLate(text('late'));
    await client.closed;
    expect([statusesIn(client.text), client.ended]).toEqual([[200, status], 'end']);
  });
});

it('says what is wrong', async () => {
  const said = await answersTo(listening.port, [head('GET'), head('GET', '/x\xFF')]);
  expect(said.split('\r\n').at(-1)).toMatch(/^400 Bad Request: the request is not valid HTTP\/1\.1 \(.*url.*\)\n$/);
});

it('takes what is still sent, so that the answer is not taken back', async () => {
  const client = await RawClient.to(listening.port);
  client.send(`GET / HTTP/1.1\r\nA: ${LONG.repeat(100)}`);
  await client.closed;
  expect([statusesIn(client.text), client.ended]).toEqual([[431], 'end']);
});

it('answers who begins a request and does not end it, on a kept connection too', async () => {
  const timeouts = { headMs: 20, bodyMs: 5000, silentMs: 5000, lookMs: 5 };
  const impatient = await serveAnswers(answers, undefined, { timeouts });
  expect(statusesIn(await answersTo(impatient.port, [head('GET'), 'GET / HTTP/1.1\r\n']))).toEqual([200, 408]);
  await impatient.close({ graceMs: 0 });
});

it('is no proxy', async () => {
  const refused = await answersTo(listening.port, [head('GET'), head('CONNECT', 'example.com:443')]);
  expect(statusesIn(refused)).toEqual([200, 405]);
});
