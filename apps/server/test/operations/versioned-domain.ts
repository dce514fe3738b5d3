/** A domain whose records have versions, with a write of each sort, and operations that read from headers. */
import { defineDomain, get, patch, post, put, recordId, recordOf, remove, writtenOf } from '@understudy/contract';
import { z } from 'zod';
import { described } from '../described.js';
import type { Collection } from '../../src/kit/collection.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { problemsOf } from '../../src/kit/problem-error.js';
import type { SoughtRecords } from '../../src/kit/records.js';

const text = (description: string, example: string) => described(z.string().min(1), description, example);
const version = described(z.int().min(1), 'How often it was written.', 1);

const keptBoard = z.object({
  id: text('Id of the board.', 'brd_0001'),
  version,
  title: text('What it is called.', 'Plans'),
  // Long enough to be compressed where it may be.
  about: text('What it is about.', 'Everything'),
  notes: z.array(z.string()).meta({ description: 'What is pinned to it.', examples: [['Buy chalk']] }),
  closed: z.boolean().meta({ description: 'Whether nothing can be pinned any more.', examples: [false] }),
});
type KeptBoard = z.infer<typeof keptBoard>;

const board = keptBoard
  .extend({ note_count: z.int().meta({ description: 'How many notes are pinned to it.', examples: [1] }) })
  .meta({ id: 'Board', description: 'A board.' });

const print = z
  .object({ id: text('Id of the print.', 'prt_x1'), version, title: text('What was printed.', 'Plans') })
  .meta({ id: 'Print', description: 'A print of a board.' });
type Print = z.infer<typeof print>;

const greeting = z
  .object({ text: text('What is said.', 'Hello'), times: z.int().meta({ description: 'How often.', examples: [1] }) })
  .meta({ id: 'Greeting', description: 'A greeting.' });

const title = keptBoard.shape.title;
const note = text('What to pin.', 'Buy chalk');
const named = z.object({ board_id: recordId('Id of the board.', 'brd_0001') });
const greeted = {
  locale: described(z.enum(['en', 'de']).default('en'), 'The language.', 'de'),
  times: described(z.int().min(1).max(9).optional(), 'How often.', 2),
  tags: described(z.array(z.string()).optional(), 'Said as well.', ['a']),
};
const headers = { locale: 'Accept-Language', times: 'X-Times', tags: 'X-Tags' } as const;
const at = '/api/boards/{board_id}';

/** The boards domain. */
const boardsContract = defineDomain({
  name: 'boards',
  description: 'Boards that notes are pinned to.',
  operations: {
    getBoard: get(at, {
      summary: 'Get a board',
      description: 'One board.',
      versioned: 'optional',
      input: named,
      output: recordOf(board),
    }),
    renameBoard: patch(at, {
      summary: 'Rename a board',
      description: 'Changes its title.',
      versioned: 'optional',
      input: named.extend({ title }),
      output: writtenOf(board),
    }),
    putBoard: put(at, {
      summary: 'Put a board',
      description: 'Replaces it, or creates it.',
      versioned: 'required',
      input: named.extend({ title }),
      output: writtenOf(board),
    }),
    removeBoard: remove(at, {
      summary: 'Remove a board',
      description: 'Removes it.',
      versioned: 'required',
      input: named,
      output: writtenOf(board),
    }),
    pinNote: post(`${at}/notes`, {
      summary: 'Pin a note',
      description: 'Adds a note to the board.',
      versioned: 'required',
      kinds: ['conflict'],
      input: named.extend({ note }),
      output: writtenOf(board),
    }),
    closeBoard: post(`${at}/close`, {
      summary: 'Close a board',
      description: 'Nothing can be pinned from then on.',
      versioned: 'required',
      input: named,
      output: writtenOf(board),
    }),
    printBoard: post(`${at}/prints`, {
      summary: 'Print a board',
      description: 'Answers the print.',
      versioned: 'optional',
      input: named,
      output: writtenOf(print),
    }),
    greet: get('/api/boards/greeting', {
      summary: 'Greet',
      description: 'Says hello.',
      headers,
      input: z.object(greeted),
      output: recordOf(greeting),
    }),
    leaveGreeting: post('/api/boards/greeting', {
      summary: 'Leave a greeting',
      description: 'Says hello in a language.',
      headers,
      input: z.object({ ...greeted, text: text('What to say.', 'Hello') }),
      output: writtenOf(greeting),
    }),
  },
});

const boards: Collection<KeptBoard> = {
  name: 'boards',
  prefix: 'brd',
  noun: 'board',
  schema: keptBoard,
  versioned: true,
  count: () => 40,
  seeded: (_, index) => ({
    id: seededId('brd', index),
    version: 1,
    title: `Board ${index + 1}`,
    about: 'All that a board is good for. '.repeat(100),
    notes: [],
    closed: index === 1,
  }),
};

const prints: Collection<Print> = {
  name: 'prints',
  prefix: 'prt',
  schema: print,
  versioned: true,
  count: () => 0,
  seeded: () => ({ id: '', version: 1, title: '' }),
};

const problem = problemsOf({});

const shown = (kept: KeptBoard) => ({ note_count: kept.notes.length, ...kept });

/** The board that a call names; the third is somebody else's. */
function found(records: SoughtRecords, id: string): KeptBoard {
  const kept = records.find(boards, id);
  if (kept.id === 'brd_0003') throw problem('forbidden', { detail: 'the board is not yours' });
  return kept;
}

/** Names the board that a call is about. */
const current = ({ input, records }: { input: { board_id: string }; records: SoughtRecords }) =>
  shown(found(records, input.board_id));

interface Greeted {
  readonly locale: string;
  readonly times?: number | undefined;
  readonly tags?: readonly string[] | undefined;
}

const greetingOf = ({ locale, times = 1, tags = [] }: Greeted) => ({
  text: [locale === 'de' ? 'Hallo' : 'Hello', ...tags].join(' '),
  times,
});

/** The boards domain, implemented. */
export const boardDomain = implement(boardsContract, {
  collections: [boards, prints],
  handlers: {
    getBoard: ({ input, records }) => ({ value: shown(records.find(boards, input.board_id)) }),
    renameBoard: {
      current,
      handle: ({ input, records }) => ({
        value: [shown(records.put(boards, { ...found(records, input.board_id), title: input.title }))],
      }),
    },
    putBoard: {
      current: ({ input, records }) => {
        const kept = records.get(boards, input.board_id);
        return kept && shown(kept);
      },
      handle: ({ input, records }) => {
        const { board_id: id, title: named_ } = input;
        const blank = { id, version: 0, about: 'It was put here.', notes: [], closed: false };
        return { value: [shown(records.put(boards, { ...blank, title: named_ }))] };
      },
    },
    removeBoard: {
      current,
      handle: ({ input, records }) => {
        const kept = found(records, input.board_id);
        records.remove(boards, kept.id);
        return { value: [shown(kept)] };
      },
    },
    pinNote: {
      current,
      handle: ({ input, records, problem: make }) => {
        const kept = found(records, input.board_id);
        if (kept.closed) throw make('conflict', { detail: 'the board is closed' });
        return { value: [shown(records.put(boards, { ...kept, notes: [...kept.notes, input.note] }))] };
      },
    },
    closeBoard: {
      current,
      handle: ({ input, records }) => ({
        value: [shown(records.put(boards, { ...found(records, input.board_id), closed: true }))],
      }),
    },
    printBoard: {
      current,
      handle: ({ input, records, newId }) => {
        const { title: printed } = found(records, input.board_id);
        return { value: [records.put(prints, { id: newId(prints, [printed]), version: 0, title: printed })] };
      },
    },
    greet: ({ input }) => ({ value: greetingOf(input) }),
    leaveGreeting: ({ input }) => ({ value: [{ ...greetingOf(input), text: input.text }] }),
  },
});
