/** Domains that declare versions, and do not hold them: refused at the start, or a fault of ours that writes nothing. */
import { defineDomain, get, patch, recordOf, writtenOf } from '@understudy/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiOf } from '../../src/call/api.js';
import type { AnyImplementation } from '../../src/call/domain.js';
import type { Collection } from '../../src/kit/collection.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { problemsOf } from '../../src/kit/problem-error.js';
import { inProcess, jsonRequest } from '../support.js';

const board = z
  .object({ id: z.string(), version: z.int(), title: z.string() })
  .meta({ id: 'Board', description: 'A.' });
const texts = { summary: 'Do it', description: 'Does it.', versioned: 'optional' } as const;
const path = '/api/boards/{board_id}';

const contract = defineDomain({
  name: 'boards',
  description: 'Boards.',
  operations: {
    getBoard: get(path, { ...texts, input: z.object({ board_id: z.string() }), output: recordOf(board) }),
    setBoard: patch(path, {
      ...texts,
      input: z.object({ board_id: z.string(), title: z.string() }),
      output: writtenOf(board),
    }),
  },
});

const boards: Collection<z.infer<typeof board>> = {
  name: 'boards',
  prefix: 'brd',
  schema: board,
  versioned: true,
  count: () => 1,
  seeded: (_, index) => ({ id: seededId('brd', index), version: 1, title: 'Plans' }),
};

const right = implement(contract, {
  collections: [boards],
  handlers: {
    getBoard: ({ input, records }) => ({ value: records.find(boards, input.board_id) }),
    setBoard: {
      current: ({ input, records }) => {
        if (input.title === 'conflict') throw problemsOf({})('conflict');
        return records.find(boards, input.board_id);
      },
      handle: ({ input, records }) => {
        const kept = records.put(boards, { ...records.find(boards, input.board_id), title: input.title });
        return { value: [input.title === 'stale' ? { ...kept, version: 1 } : kept] };
      },
    },
  },
});

const starting = (domain: AnyImplementation) => inProcess({ serves: apiOf([domain]) });

it('a handler that does not say which record it is about is refused', async () => {
  const handlers = () => ({ ...right.handlers({}), setBoard: { handle: () => undefined } });
  await expect(starting({ ...right, handlers })).rejects.toThrow(
    'boards.setBoard is versioned, and its handler has no current, which names the record it is about',
  );
});

it('a domain without a collection that has versions is refused', async () => {
  const { versioned: _, ...unversioned } = boards;
  await expect(starting({ ...right, collections: [unversioned] })).rejects.toThrow(
    'boards.getBoard is versioned, and no collection of its domain is',
  );
});

it.each([
  ['shows another version than was put', 'stale', 'show the record that put gives back'],
  [
    'fails with an undeclared kind where it names its record',
    'conflict',
    'answered conflict, which it does not declare',
  ],
])('a handler that %s is a fault of ours', async (_what, title, message) => {
  await using server = await starting(right);
  const answer = await server.fetch('/api/boards/brd_0001', jsonRequest('PATCH', { title }));
  expect([answer.status, answer.headers.get('etag')]).toEqual([500, null]);
  expect(server.lines.join('')).toContain(message);
  expect((await server.fetch('/api/boards/brd_0001')).headers.get('etag')).toMatch(/^"1-/);
});
