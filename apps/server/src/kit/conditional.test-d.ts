/** The handler of a write on a record with versions says which record it is about: each of these must not compile. */
import { defineDomain, get, patch, recordOf, writtenOf } from '@understudy/contract/kit';
import { z } from 'zod';
import type { Collection } from './collection.js';
import { implement } from './implement.js';

const board = z.object({ id: z.string(), version: z.int() }).meta({ id: 'Board', description: 'A board.' });
const texts = { summary: 'Do it', description: 'Does it.', input: z.object({ board_id: z.string() }) };

const contract = defineDomain({
  name: 'boards',
  description: 'Boards.',
  operations: {
    getBoard: get('/api/boards/{board_id}', { ...texts, versioned: 'required', output: recordOf(board) }),
    setBoard: patch('/api/boards/{board_id}', { ...texts, versioned: 'required', output: writtenOf(board) }),
    markBoard: patch('/api/boards/{board_id}/mark', { ...texts, output: writtenOf(board) }),
  },
});

declare const boards: Collection<z.infer<typeof board>>;
declare const own: z.infer<typeof board>;

const getBoard = () => ({ value: own });
const markBoard = () => ({ value: [own] });

/** What is declared compiles. */
export const right = implement(contract, {
  collections: [boards],
  handlers: {
    getBoard,
    markBoard,
    setBoard: {
      current: ({ input, records }) => records.find(boards, input.board_id),
      handle: ({ input }) => {
        // @ts-expect-error the kit looks at the condition, and no handler
        void input.if_match;
        return { value: [own] };
      },
    },
  },
});

// @ts-expect-error it does not say which record
implement(contract, { handlers: { getBoard, markBoard, setBoard: () => ({ value: [own] }) } });

// @ts-expect-error nor here
implement(contract, { handlers: { getBoard, markBoard, setBoard: { handle: () => ({ value: [own] }) } } });

const unversioned = () => ({ id: '' });
// @ts-expect-error what it names has no version
implement(contract, { handlers: { getBoard, markBoard, setBoard: { current: unversioned, handle: markBoard } } });
