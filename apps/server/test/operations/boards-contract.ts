/** The operations on boards: a write of each sort, and some that read from headers. */
import { defineDomain, get, patch, post, put, recordId, recordOf, remove, writtenOf } from '@understudy/contract';
import { z } from 'zod';
import { described } from '../described.js';

const text = (description: string, example: string) => described(z.string().min(1), description, example);
const version = described(z.int().min(1), 'How often it was written.', 1);

export const keptBoard = z.object({
  id: text('Id of the board.', 'brd_0001'),
  version,
  title: text('What it is called.', 'Plans'),
  // Long enough to be compressed where it may be.
  about: text('What it is about.', 'Everything'),
  notes: z.array(z.string()).meta({ description: 'What is pinned to it.', examples: [['Buy chalk']] }),
  closed: z.boolean().meta({ description: 'Whether nothing can be pinned any more.', examples: [false] }),
});
export type KeptBoard = z.infer<typeof keptBoard>;

const board = keptBoard
  .extend({ note_count: z.int().meta({ description: 'How many notes are pinned to it.', examples: [1] }) })
  .meta({ id: 'Board', description: 'A board.' });

export const print = z
  .object({ id: text('Id of the print.', 'prt_x1'), version, title: text('What was printed.', 'Plans') })
  .meta({ id: 'Print', description: 'A print of a board.' });
export type Print = z.infer<typeof print>;

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
export const boardsContract = defineDomain({
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
