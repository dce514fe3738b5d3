/** The API of some domains: what follows from them, and what two of them cannot both have. */
import {
  defineDomain,
  defineKinds,
  type Domain,
  get,
  post,
  recordOf,
  webhookEvent,
  writtenOf,
} from '@understudy/contract/kit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyCollection, internalCollection } from '../kit/collection.js';
import { apiOf } from './api.js';
import type { AnyImplementation } from './domain.js';

const record = z.object({ id: z.string() });
const texts = { summary: 'Do it', description: 'Does it.' };
const kinds = defineKinds({ room_closed: { status: 409, title: 'Room Closed', description: 'It is being cleaned.' } });
const events = { 'room.opened': webhookEvent({ type: 'room.opened', description: 'It is open.', object: record }) };

/** A domain with one operation, at `/api/{name}/{id}`. */
const defined = (name: string) =>
  defineDomain({
    name,
    description: `All ${name}.`,
    operations: { find: get(`/api/${name}/{id}`, { ...texts, input: record, output: recordOf(record) }) },
  });

const served = (contract: Domain, collections: readonly AnyCollection[] = []): AnyImplementation => ({
  contract,
  collections,
  handlers: () => ({}),
  migrations: new Map(),
});

const collection = (name: string, prefix: string, defaultSize?: number): AnyCollection => ({
  ...internalCollection({ name, prefix, schema: record }),
  ...(defaultSize === undefined ? {} : { defaultSize }),
});

it('is what its domains are together', () => {
  const rooms = served(defineDomain({ ...defined('rooms'), operations: {}, kinds, events }), [
    collection('rooms', 'room', 20),
    collection('keys', 'key'),
  ]);
  const api = apiOf([rooms, served(defined('desks'))]);
  expect([...api.operations.keys()]).toEqual(['desks.find']);
  expect(api.kinds).toMatchObject({ ...kinds, not_found: { status: 404 } });
  expect(api.events).toEqual(events);
  expect(api.sizes).toEqual({ rooms: 20 });
  expect([...api.collections.keys()]).toEqual(expect.arrayContaining(['rooms', 'keys', 'clock']));
});

describe('refuses two that have the same', () => {
  const at = (name: string, path: `/${string}`) =>
    served(
      defineDomain({
        name,
        description: 'One.',
        operations: { find: get(path, { ...texts, input: z.looseObject({}), output: recordOf(record) }) },
      }),
    );
  const aliased = defineDomain({
    name: 'desks',
    description: 'Desks.',
    operations: {
      find: post('/api/desks', {
        ...texts,
        aliases: [{ method: 'GET', path: '/api/rooms/{name}' }],
        input: record,
        output: writtenOf(record),
      }),
    },
  });
  const having = (name: string, parts: Partial<Domain>) => served({ ...defined(name), ...parts });

  it.each([
    [
      'name',
      [served(defined('rooms')), served(defined('rooms'))],
      'the domain rooms is declared twice: by rooms and by rooms',
    ],
    [
      'address',
      [at('rooms', '/api/x'), at('desks', '/api/x')],
      'the address GET /api/x is declared twice: by rooms.find and by desks.find',
    ],
    [
      'address but for the names of parameters',
      [at('rooms', '/api/{a}'), at('desks', '/api/{b}')],
      'the address GET /api/{} is',
    ],
    [
      'address as an alias',
      [served(defined('rooms')), served(aliased)],
      'the address GET /api/rooms/{} is declared twice: by rooms.find and by desks.find',
    ],
    [
      'problem kind',
      [having('rooms', { kinds }), having('desks', { kinds })],
      'the problem kind room_closed is declared twice: by rooms and by desks',
    ],
    [
      'event',
      [having('rooms', { events }), having('desks', { events })],
      'the event room.opened is declared twice: by rooms and by desks',
    ],
    [
      'collection',
      [served(defined('rooms'), [collection('keys', 'a')]), served(defined('desks'), [collection('keys', 'b')])],
      'the collection keys is declared twice: by rooms and by desks',
    ],
    [
      'id prefix',
      [served(defined('rooms'), [collection('rooms', 'key')]), served(defined('desks'), [collection('desks', 'key')])],
      'the id prefix key is declared twice: by rooms (rooms) and by desks (desks)',
    ],
  ])('%s', (_what, domains, message) => {
    expect(() => apiOf(domains)).toThrow(message);
  });

  it('problem kind or collection as the server itself', () => {
    const kind = { not_found: { status: 404, title: 'Gone', description: 'Not here.' } };
    expect(() => apiOf([having('rooms', { kinds: kind })])).toThrow('by the shared kinds and by rooms');
    expect(() => apiOf([served(defined('rooms'), [collection('clock', 'a')])])).toThrow('by the server and by rooms');
  });
});

it('loads its domains in turns of their own, so that others are served meanwhile', async () => {
  let turn = 0;
  const loads: number[] = [];
  const deferred = ['rooms', 'beds', 'keys'].map((name) => {
    const domain = served(defined(name));
    const load = async (): Promise<AnyImplementation> => {
      loads.push(turn);
      return domain;
    };
    return { contract: domain.contract, collections: [], load };
  });
  const count = (): void => {
    turn += 1;
    if (loads.length < 3) setImmediate(count);
  };
  setImmediate(count);
  const whole = await apiOf(deferred).whole();
  expect([...whole.operations.keys()]).toEqual(['rooms.find', 'beds.find', 'keys.find']);
  expect(new Set(loads).size).toBe(3);
});
