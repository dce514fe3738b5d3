/** What a merge patch does to a record, member by member (RFC 7396), over REST and tRPC alike. */
import { describe, expect, it } from 'vitest';
import { faultNames, transports } from './transport.js';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { eachServer, inProcess } from '../support.js';
import { lodge } from './crud-domain.js';
import { apiWithRooms, type Room, rooms } from './fixture-domain.js';

const serves = apiOf([...ourDomains, rooms, lodge]);

/** A room with a screen, no note and no telephone. */
const room_id = 'room_0001';

/** Records of the same members: one whose handlers are written out, one of `crud` whose writes are counted. */
const kinds = [
  {
    kind: 'a room',
    get: rooms.contract.operations.getRoom,
    update: rooms.contract.operations.updateRoom,
    id: { room_id },
    missing: { room_id: 'room_0099' },
    event: 'room.changed',
  },
  {
    kind: 'a cabin',
    get: lodge.contract.operations.getCabin,
    update: lodge.contract.operations.updateCabin,
    id: { cabin_id: 'cabin_0001' },
    missing: { cabin_id: 'cabin_0099' },
    event: 'cabin.updated',
  },
] as const;

type Counted = Room & { readonly version?: number; readonly updated_at?: string };

/** A record without what each write of it counts on. */
function sent(counted: Counted): Room {
  const { version: _, updated_at: __, ...record } = counted;
  return record;
}

const server = eachServer(inProcess, { serves });

const rows = kinds.flatMap((kind) => transports.map((over) => ({ ...kind, over, name: over.name })));

describe.each(rows)('of $kind over $name', ({ over, get, update, id, missing, event }) => {
  const headers: Readonly<Record<string, string>> =
    over.name === 'REST' ? { 'content-type': 'application/merge-patch+json' } : {};
  const change = async (patch: object, more: Readonly<Record<string, string>> = {}) => {
    const answer = await over.call(server, update, { ...id, ...patch }, { headers: { ...headers, ...more } });
    const { data: [record] = [] } = (answer.value ?? {}) as { data?: Counted[] };
    return { ...answer, record: record && sent(record) };
  };
  const read = async (): Promise<Room> => {
    const { value } = await over.call(server, get, id);
    return sent((value as { data: Counted }).data);
  };

  it.each([
    ['what is absent stays', { seats: 7 }, { seats: 7 }],
    ['null empties what is nullable', { note: null }, { note: null }],
    ['arrays are replaced', { tags: ['b', 'a'] }, { tags: ['b', 'a'] }],
    [
      'objects merge',
      { equipment: { board: false } },
      { equipment: { screen: { inches: 55, maker: null }, board: false } },
    ],
    [
      'at every depth',
      { equipment: { screen: { inches: 30 } } },
      { equipment: { screen: { inches: 30, maker: null }, board: true } },
    ],
    ['null empties an object', { equipment: { screen: null } }, { equipment: { screen: null, board: true } }],
    ['a member that was missing is added', { phone: '12' }, { phone: '12' }],
  ])('%s', async (_, patch, expected) => {
    const before = await read();
    const { status, record } = await change(patch);
    expect(status).toBe(200);
    expect(record).toEqual({ ...before, ...expected });
    expect(await read()).toEqual(record);
  });

  it('takes a member away with null where it may be missing', async () => {
    const before = await read();
    await change({ phone: '12' });
    const { record } = await change({ phone: null });
    expect(record).toStrictEqual(before);
    expect(Object.keys(record ?? {})).not.toContain('phone');
  });

  it.each([
    [{}],
    [{ phone: null }],
    [{ name: 'Room 1', note: null, tags: [] }],
    [{ equipment: { screen: { inches: 55 } } }],
  ])('%j changes nothing, and so writes nothing and emits nothing', async (patch) => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'http://127.0.0.1:9/', events: [event] });
    await server.fetch('/api/webhooks/register', { method: 'POST', headers: json, body });
    const before = { revision: server.revision(), room: await read() };
    const { status, record } = await change(patch);
    expect([status, record]).toEqual([200, before.room]);
    expect(server.revision()).toBe(before.revision);
    await change({ seats: 3 });
    expect(server.revision()).toBe(before.revision + 1);
    const registrations = await (await server.fetch('/api/webhooks/registrations')).json();
    expect(registrations).toMatchObject({ data: [{ deliveries: { total: 1 } }] });
  });

  it.each([
    ['#/name', { name: null }],
    ['#/seats', { seats: null, note: null }],
    ['#/equipment', { equipment: null }],
    ['#/equipment/board', { equipment: { board: null } }],
  ])('null is refused for %s, which must have a value', async (pointer, patch) => {
    const before = server.revision();
    const answer = await change(patch);
    expect([answer.status, server.revision()]).toEqual([400, before]);
    expect(answer.problem).toMatchObject({ errors: [{ pointer, code: 'required' }] });
  });

  it('an object where there was none needs all that must be in it', async () => {
    await change({ equipment: { screen: null } });
    const before = server.revision();
    const { status, problem } = await change({ seats: 3, equipment: { screen: { inches: 30 } } });
    expect([status, server.revision()]).toEqual([400, before]);
    expect(problem).toMatchObject({ errors: [{ pointer: '#/equipment/screen/maker', code: 'required' }] });
    const { record } = await change({ equipment: { screen: { inches: 30, maker: 'Vista' } } });
    expect(record?.equipment.screen).toEqual({ inches: 30, maker: 'Vista' });
  });

  it('names all faults at once', async () => {
    const answer = await change({ seats: 0, name: null, tags: 'quiet', equipment: { screen: { inches: 'big' } } });
    expect(answer.status).toBe(400);
    expect(faultNames(answer)).toEqual(['#/name', '#/seats', '#/tags', '#/equipment/screen/inches']);
  });

  it('ignores members that are not known, and refuses them where the sandbox is strict', async () => {
    const before = await read();
    const answer = await change({ is_locked: true, seats: before.seats });
    expect([answer.status, answer.record]).toEqual([200, before]);
    await using strict = await inProcess({ serves, strict: true });
    const refused = await over.call(strict, update, { ...id, is_locked: true }, { headers });
    expect(refused.problem).toMatchObject({ errors: [{ pointer: '#/is_locked', code: 'unknown' }] });
  });

  it('tells a removal from no change under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' };
    expect((await change({ phone: null }, key)).status).toBe(200);
    expect((await change({}, key)).status).toBe(422);
    expect((await change({ phone: null }, key)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('does not find a record that is not there, and names what is wrong with the patch first', async () => {
    expect((await over.call(server, update, { ...missing, seats: 3 }, { headers })).status).toBe(404);
    expect((await over.call(server, update, { ...missing, seats: null }, { headers })).status).toBe(400);
  });
});

describe('its media type', () => {
  const send = (type: string | undefined, body: string) =>
    server.fetch(`/api/rooms/${room_id}`, {
      method: 'PATCH',
      headers: type === undefined ? {} : { 'content-type': type },
      body: Buffer.from(body),
    });

  it.each(['application/merge-patch+json', 'application/json; charset=utf-8', 'Application/Merge-Patch+JSON'])(
    'may be %s',
    async (type) => {
      expect((await send(type, '{"seats":3}')).status).toBe(200);
    },
  );

  it.each(['application/json-patch+json', 'application/vnd.api+json', 'text/plain', undefined])(
    'may not be %s: the answer names those that it may be',
    async (type) => {
      const { status, headers } = await send(type, '{"seats":3}');
      expect(status).toBe(415);
      // RFC 5789 §2.2
      expect(headers.get('accept-patch')).toBe('application/merge-patch+json, application/json');
      expect(headers.get('access-control-expose-headers')).toContain('Accept-Patch');
    },
  );

  it.each(['[]', 'null', '"x"', '{"seats":'])('is for an object, not for %s', async (body) => {
    expect((await send('application/merge-patch+json', body)).status).toBe(400);
  });

  it('of other operations stays as it was, without Accept-Patch', async () => {
    const headers = { 'content-type': 'text/plain' };
    const refused = await server.fetch('/api/rooms', { method: 'POST', headers, body: '{}' });
    expect([refused.status, refused.headers.get('accept-patch')]).toEqual([415, null]);
  });
});

it('keeps the examples of what may be changed in its input', () => {
  const { input, patched } = apiWithRooms.operations.get('rooms.updateRoom') ?? {};
  expect(input?.shape['seats']?.meta()?.['examples']).toEqual([12]);
  expect(Object.keys(patched?.shape ?? {})).toEqual([
    'name',
    'building',
    'seats',
    'note',
    'tags',
    'equipment',
    'phone',
  ]);
});
