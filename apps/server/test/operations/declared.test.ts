/** What an operation declares holds, whatever its handler does: on a domain made for it, over REST and tRPC alike. */
import {
  defineDomain,
  defineKinds,
  get,
  listInput,
  listOf,
  post,
  problemKinds,
  recordOf,
  webhookEvent,
  writtenOf,
} from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiOf } from '../../src/call/api.js';
import type { AnyImplementation } from '../../src/call/domain.js';
import { auth } from '../../src/domains/auth/index.js';
import { webhooks } from '../../src/domains/webhooks/index.js';
import type { Collection } from '../../src/kit/collection.js';
import type { PresentedToken } from '../../src/kit/credential.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { listing } from '../../src/kit/listing.js';
import { problemsOf } from '../../src/kit/problem-error.js';
import { eachServer, inProcess } from '../support.js';

const room = z.object({ id: z.string(), seats: z.int() }).meta({ id: 'Room', description: 'A room.' });
type Room = z.infer<typeof room>;

const texts = { summary: 'Do it', description: 'Does it.' };
const named = z.object({ room_id: z.string() });
const empty = z.object({});
const said = recordOf(z.object({ said: z.string() }));

const roomKinds = defineKinds({
  room_closed: { status: 409, title: 'Room Closed', description: 'It is being cleaned.' },
});

const contract = defineDomain({
  name: 'rooms',
  description: 'Rooms and their seats.',
  kinds: roomKinds,
  events: { 'room.opened': webhookEvent({ type: 'room.opened', description: 'It was opened.', object: room }) },
  operations: {
    getRoom: get('/api/rooms/{room_id}', { ...texts, input: named, output: recordOf(room) }),
    scribble: get('/api/rooms/scribble', { ...texts, input: empty, output: recordOf(room) }),
    listRooms: get('/api/rooms', { ...texts, input: listInput({}), searches: ['id'], output: listOf(room) }),
    whoAmI: get('/api/rooms/me', { ...texts, credential: 'bearer', input: empty, output: said }),
    ignore: post('/api/rooms/ignore', { ...texts, credential: 'bearer', input: empty, output: writtenOf(room) }),
    maybe: get('/api/rooms/maybe', {
      ...texts,
      credential: 'bearer',
      credentialOptional: true,
      input: empty,
      output: said,
    }),
    openRoom: post('/api/rooms/{room_id}/open', {
      ...texts,
      kinds: ['room_closed'],
      emits: ['room.opened'],
      input: named,
      output: writtenOf(room),
    }),
    moveChairs: post('/api/rooms/{room_id}/move', {
      ...texts,
      input: named.extend({ to: z.object({ room_id: z.string() }) }),
      output: writtenOf(room),
    }),
    misbehave: post('/api/rooms/misbehave/{how}', {
      ...texts,
      input: z.object({ how: z.enum(['emit', 'throw', 'fail', 'conflict', 'common']) }),
      output: writtenOf(room),
    }),
  },
});

const rooms: Collection<Room> = {
  name: 'rooms',
  prefix: 'room',
  noun: 'room',
  schema: room,
  count: () => 3,
  seeded: (_, index) => ({ id: seededId('room', index), seats: index }),
};

const problem = problemsOf(roomKinds);

/** Emits what nothing declares, as a handler could that was never compiled. */
function emitUndeclared({ emit }: { readonly emit: unknown }): void {
  if (typeof emit === 'function') emit('room.opened', { id: 'room_0001', seats: 1 });
}

const roomDomain = implement(contract, {
  collections: [rooms],
  handlers: {
    getRoom: ({ input, records }) => ({ value: records.find(rooms, input.room_id) }),
    scribble: ({ records }) => {
      const own = { id: 'room_0001', seats: 5 };
      if ('put' in records && typeof records.put === 'function') records.put(rooms, own);
      return { value: own };
    },
    listRooms: () => listing(rooms),
    whoAmI: ({ credential }) => ({ value: { said: `${credential.user?.id} ${credential.scope}` } }),
    ignore: ({ records }) => ({ value: [records.put(rooms, { id: 'room_0001', seats: 99 })] }),
    maybe: ({ credential }) => ({ value: { said: saidOf(credential) } }),
    openRoom: ({ input, records, emit, problem: make }) => {
      const found = records.find(rooms, input.room_id);
      if (found.seats === 0) throw make('room_closed');
      const opened = records.put(rooms, { ...found, seats: found.seats + 1 });
      emit('room.opened', opened);
      return { value: [opened] };
    },
    moveChairs: ({ input, records }) => {
      const [from, to] = records.findAll([rooms, input.room_id], [rooms, input.to.room_id]);
      return { value: [records.put(rooms, { ...to, seats: to.seats + from.seats })] };
    },
    misbehave: (ctx) => {
      const written = ctx.records.put(rooms, { id: 'room_0001', seats: 7 });
      if (ctx.input.how === 'emit') emitUndeclared(ctx);
      if (ctx.input.how === 'throw') throw problem('room_closed');
      if (ctx.input.how === 'fail') return { failure: problem('room_closed') };
      if (ctx.input.how === 'conflict') throw problem('conflict');
      if (ctx.input.how === 'common') return { failure: ctx.problem('forbidden') };
      return { value: [written] };
    },
  },
});

function saidOf(token: PresentedToken | undefined): string {
  return token === undefined ? 'nobody' : `${token.bearer?.user?.id ?? 'no one'} by ${token.grant ?? 'no grant'}`;
}

const serves = apiOf([roomDomain, auth, webhooks] satisfies AnyImplementation[]);

const server = eachServer(inProcess, { serves, log: 'json' });

async function send(path: string, { token, ...init }: RequestInit & { readonly token?: string } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await server.fetch(path, { headers, ...init });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const post_ = (path: string, body: object = {}, token?: string) =>
  send(path, { method: 'POST', body: JSON.stringify(body), ...(token === undefined ? {} : { token }) });

const user = { email: 'ada@example.com', password: 'correct horse' };

async function login(): Promise<{ readonly token: string; readonly id: string }> {
  await post_('/api/auth/register', { name: 'Ada', ...user });
  const { body } = await post_('/api/auth/login', user);
  const [session] = body.data;
  return { token: session.access_token, id: session.user.id };
}

const seats = async (): Promise<number> => (await send('/api/rooms/room_0001')).body.data.seats;

describe('a bearer', () => {
  it('is required where it is declared, whatever the handler does', async () => {
    for (const [call, error] of [
      [() => post_('/api/rooms/ignore'), undefined],
      [() => post_('/api/rooms/ignore', {}, 'forged'), 'invalid_token'],
      [() => send('/api/rooms/me'), undefined],
      [() => send('/api/rooms/me', { token: 'forged' }), 'invalid_token'],
      [() => post_('/trpc/rooms.ignore'), undefined],
    ] as const) {
      const { status, headers } = await call();
      expect(status).toBe(401);
      expect(headers.get('www-authenticate') ?? '').toContain(error === undefined ? '' : `error="${error}"`);
    }
    expect(await seats()).toBe(0);
  });

  it('is handed to the handler', async () => {
    const { token, id } = await login();
    expect((await send('/api/rooms/me', { token })).body.data.said).toBe(`${id} openid profile email groups roles`);
    expect((await post_('/api/rooms/ignore', {}, token)).status).toBe(200);
    expect(await seats()).toBe(99);
  });

  it('is good for no call that follows its end', async () => {
    const { token, id } = await login();
    const before = await send('/api/rooms/me', { token });
    await send(`/api/auth/users/${id}`, { method: 'PATCH', body: JSON.stringify({ status: 'suspended' }) });
    expect([before.status, (await send('/api/rooms/me', { token })).status]).toEqual([200, 401]);
  });

  it('gets answers that nobody else gets', async () => {
    const { token } = await login();
    for (const _ of [1, 2, 3]) expect((await send('/api/rooms/me', { token })).status).toBe(200);
    const { status, headers } = await send('/api/rooms/me', { token });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await send('/api/rooms/me')).status).toBe(401);
  });

  it('that is optional may be missing, forged, or from a session that has ended', async () => {
    const { token, id } = await login();
    const heard = async (given?: string) =>
      (await send('/api/rooms/maybe', given === undefined ? {} : { token: given })).body.data.said;
    expect([await heard(), await heard('forged')]).toEqual(['nobody', 'no one by no grant']);
    expect(await heard(token)).toMatch(new RegExp(`^${id} by gnt_n\\d+$`));
    await post_('/api/auth/logout', {}, token);
    expect(await heard(token)).toMatch(/^no one by gnt_n\d+$/);
  });
});

describe('an event', () => {
  const register = () => post_('/api/webhooks/register', { url: 'http://127.0.0.1:9/', events: ['*'] });
  const deliveries = async (): Promise<number> =>
    (await send('/api/webhooks/registrations')).body.data[0].deliveries.total;

  it('that is declared is delivered', async () => {
    await register();
    expect((await post_('/api/rooms/room_0002/open')).body.data).toEqual([{ id: 'room_0002', seats: 2 }]);
    expect(await deliveries()).toBe(1);
  });

  it('that is not declared is a fault of ours, which writes nothing and is logged', async () => {
    await register();
    const { status, body } = await post_('/api/rooms/misbehave/emit');
    expect([status, body.kind]).toEqual([500, 'internal']);
    expect([await seats(), await deliveries()]).toEqual([0, 0]);
    expect(server.lines.join('')).toContain('rooms.misbehave emitted room.opened, which it does not declare');
  });
});

describe('a problem', () => {
  it('of a declared kind is answered', async () => {
    const { status, body } = await post_('/api/rooms/room_0001/open');
    expect([status, body.kind, body.title]).toEqual([409, 'room_closed', 'Room Closed']);
  });

  it.each(['throw', 'fail', 'conflict'])('of an undeclared kind is a fault of ours: %s', async (how) => {
    const { status, body } = await post_(`/api/rooms/misbehave/${how}`);
    expect([status, body.kind]).toEqual([500, 'internal']);
    expect(await seats()).toBe(0);
    const kind = how === 'conflict' ? 'conflict' : 'room_closed';
    expect(server.lines.join('')).toContain(`rooms.misbehave answered ${kind}, which it does not declare`);
  });

  it('that keeps what was put commits it, of a kind that every operation can answer', async () => {
    const { status, body } = await post_('/api/rooms/misbehave/common');
    expect([status, body.kind]).toEqual([403, 'forbidden']);
    expect(await seats()).toBe(7);
  });
});

it('a read that writes, as no compiled one does, is a fault of ours', async () => {
  const { status, body } = await send('/api/rooms/scribble');
  expect([status, body.kind]).toEqual([500, 'internal']);
  expect(await seats()).toBe(0);
});

describe('an id that no record has', () => {
  it('is a 404 that names the parameter', async () => {
    const { status, body } = await send('/api/rooms/room_9999');
    expect(status).toBe(problemKinds.not_found.status);
    expect(body).toMatchObject({
      kind: 'not_found',
      detail: 'there is no room "room_9999"',
      errors: [{ parameter: 'room_id', code: 'not_found', detail: 'must be the id of a room' }],
    });
  });

  it('is named with all others', async () => {
    const { body } = await post_('/api/rooms/room_8888/move', { to: { room_id: 'room_9999' } });
    expect(body).toMatchObject({
      detail: 'there is no room "room_8888"; there is no room "room_9999"',
      errors: [{ parameter: 'room_id' }, { pointer: '#/to/room_id' }],
    });
  });
});
