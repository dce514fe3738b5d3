/** A domain whose records have versions, with a write of each sort, and operations that read from headers. */
import type { Collection } from '../../src/kit/collection.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { problemsOf } from '../../src/kit/problem-error.js';
import type { SoughtRecords } from '../../src/kit/records.js';
import { type KeptBoard, type Print, boardsContract, keptBoard, print } from './boards-contract.js';

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
