/** The timeline as it happens: cut and resumed, on another replica, for a viewer with a token in the query. */
import { patient } from '@understudy/tooling/patience';
import { beforeAll, describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { durableStores } from '../stores/stores.js';
import { EventReader, eventsIn, type SentEvent } from '../streams/read-events.js';
import { hosts, overSocket, type Target, useServer } from '../support.js';
import { refusal, send, SOCIAL, tokenOf, write } from './network.js';
import { long } from '../long.js';
import { ending } from '../use.js';

const STREAM = `${SOCIAL}/timeline/stream`;

async function opened(of: Target, query: string): Promise<EventReader> {
  const answer = await of.fetch(`${STREAM}?${query}`);
  expect(answer.status).toBe(200);
  const reader = new EventReader(answer);
  ending({ close: () => reader.leave().catch(() => undefined) });
  await reader.more();
  return reader;
}

const now = async (of: Target, query: string): Promise<SentEvent[]> =>
  eventsIn(await (await of.fetch(`${STREAM}?follow=false&${query}`)).text());

const shown = (events: readonly SentEvent[]) => events.map(({ id, event }) => `${event} ${id}`);

/** Everything that can happen, once each, by two users; answers how each is told. */
async function happen(of: Target): Promise<readonly string[]> {
  const [one, other] = [await tokenOf(of, 1), await tokenOf(of, 2)];
  const { id } = await write(of, one, { text: 'Zoë 🦉 #hello' });
  await send(of, ['PUT', `/posts/${id}/like`], { token: other });
  await send(of, ['PUT', `/posts/${id}/like`], { token: other });
  const reply = await write(of, other, { text: 'Hi!', in_reply_to: id });
  await send(of, ['DELETE', `/posts/${id}/like`], { token: other });
  await send(of, ['DELETE', `/posts/${reply.id}`], { token: other });
  await send(of, ['DELETE', `/posts/${id}`], { token: one });
  await send(of, ['DELETE', `/posts/${id}`], { token: one });
  return ['post 21', 'counts 22', 'counts 23', 'counts 24', 'counts 25', 'delete 26'];
}

describe.each(hosts)('%s', (_host, start) => {
  it('tells of each thing that happens, once', async () => {
    const server = await start();
    ending(server);
    const reader = await opened(server, '');
    const coming = reader.take(6);
    const expected = await happen(server);
    const events = await coming;
    expect(shown(events)).toEqual(expected);
    const [post, ...counts] = events;
    expect(post?.data).toMatchObject({ post: { text: 'Zoë 🦉 #hello', like_count: 0, viewer: null } });
    const { id } = (Object(post?.data) as { post: { id: string } }).post;
    expect(counts.map(({ data }) => data)).toEqual([
      { id, like_count: 1, reply_count: 0 },
      { id, like_count: 1, reply_count: 1 },
      { id, like_count: 0, reply_count: 1 },
      { id, like_count: 0, reply_count: 0 },
      { id },
    ]);
    expect(await now(server, 'last_event_id=20')).toEqual(events);
  });

  it('gives, cut after every event while others write, together the uncut stream', async () => {
    const server = await start();
    ending(server);
    const uncut = await opened(server, 'last_event_id=15');
    const whole = uncut.take(11);
    await happen(server);
    const pieces: SentEvent[] = [];
    for (let last = '15'; pieces.length < 11;) {
      const piece = await opened(server, `last_event_id=${last}&limit=1&chunk_bytes=3`);
      pieces.push(...(await piece.take(1)));
      last = pieces.at(-1)?.id ?? '';
    }
    expect(pieces).toEqual(await whole);
  });
});

describe.each(durableStores)('on %s', (_name, open) => {
  long('goes on at another replica, wherever it is cut', { timeout: patient(20_000) }, async () => {
    const backend = ending(await open());
    await using one = await inThisProcess(backend.address);
    await using other = await inThisProcess(backend.address);
    const live = await opened(other, '');
    const coming = live.take(6);
    const expected = await happen(one);
    const whole = await now(one, 'last_event_id=0');
    expect(shown(whole.slice(20))).toEqual(expected);
    for (const [at, { id }] of whole.entries()) {
      if (at % 3 === 0 || at > 18) expect(await now(other, `last_event_id=${id}`)).toEqual(whole.slice(at + 1));
    }
    expect(await coming).toEqual(whole.slice(20));
  });
});

describe('who reads it', () => {
  const server = useServer(overSocket, { log: 'json' });
  let token: string;
  beforeAll(async () => {
    token = await tokenOf(server, 1);
  });

  it('is not told of what they may not see, so that ids have gaps', async () => {
    const [friend, blocking, hidden] = await Promise.all([tokenOf(server, 2), tokenOf(server, 3), tokenOf(server, 5)]);
    const first = Number((await now(server, 'limit=1')).length);
    expect(first).toBe(0);
    await write(server, friend, { text: 'Seen by all' });
    await write(server, blocking, { text: 'Hidden from those whom I block' });
    await write(server, friend, { text: 'Seen by those who follow', visibility: 'followers' });
    // All posts of a protected account are for followers.
    const { visibility } = await write(server, hidden, { text: 'Seen by nobody here' });
    expect(visibility).toBe('followers');
    const ids = async (query: string) => (await now(server, `last_event_id=20&${query}`)).map(({ id }) => id);
    expect(await ids('')).toEqual(['21', '22']);
    expect(await ids(`access_token=${token}`)).toEqual(['21', '23']);
    expect(await ids(`feed=home&access_token=${token}`)).toEqual(['21', '23']);
    expect(refusal(await send(server, ['GET', '/timeline/stream?feed=home']))).toEqual([401, 'unauthorized']);
  });

  it('can send the token in the query, and it is shown in no log and no journal', async () => {
    const answer = await server.fetch(`${STREAM}?follow=false&last_event_id=19&access_token=${token}`);
    expect(answer.status).toBe(200);
    const [first] = eventsIn(await answer.text());
    expect(first?.data).toMatchObject({ post: { viewer: { liked: expect.any(Boolean) } } });
    for (const query of ['access_token=nobody', `access_token=${token.slice(1)}`]) {
      const { status, headers } = await send(server, ['GET', `/timeline/stream?follow=false&${query}`]);
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')]);
    }
    // Only streams take it there: any other address would show it to who reads addresses.
    const list = await send<{ viewer: unknown }[]>(server, ['GET', `/timeline?access_token=${token}`]);
    expect(list.data[0]?.viewer).toBeNull();
    const journal = await (await server.fetch('/sandboxes/default/requests?per_page=50')).text();
    expect(journal).toContain('timeline/stream');
    expect(journal.split('timeline/stream').slice(1).join('')).not.toContain(token);
    expect(server.lines.join('')).not.toContain(token);
  });

  it('is a list of events over tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ last_event_id: '18', limit: 2 }));
    const { result } = (await (await server.fetch(`/trpc/social.streamTimeline?input=${input}`)).json()) as {
      result: { data: { data: SentEvent[] } };
    };
    expect(shown(result.data.data)).toEqual(['post 19', 'post 20']);
  });

  it.each(['-1', '01', '999999', 'x'])('is refused the id %s, which was never given', async (id) => {
    expect(refusal(await send(server, ['GET', `/timeline/stream?last_event_id=${id}`]))).toEqual([
      400,
      'invalid_cursor',
    ]);
  });
});
