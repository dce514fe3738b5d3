/** Asks PostgreSQL what changed, for many requests at once: all that wait for an answer share the next question. */
import { tooLargeToRead } from '../../model/failures.js';
import type { Mark } from '../../model/stored-record.js';
import { type Changes, storeUnavailable } from '../store.js';
import type { PostgresPool } from './pool.js';
import { CHANGED } from './statements.js';
import { fromRow, type RecordRow } from '../rows.js';

/** What all rows say: which sandbox they belong to, and since which revision it was asked. */
interface Asked {
  readonly name: string;
  readonly since: number;
}

/** The one row of a sandbox that is no record. */
interface HeadRow extends Asked {
  readonly collection: null;
  readonly generation: number;
  readonly revision: number;
  readonly config: string;
  /** Bytes of the records that changed. */
  readonly bytes: number;
  /** Whether they were read: not where they, or those asked for before, are too many bytes. */
  readonly is_read: boolean;
}

/** A row as it comes. */
type ChangedRow = HeadRow | (Asked & RecordRow);

/** What was found of one sandbox. */
interface Found {
  readonly head: HeadRow;
  readonly records: RecordRow[];
}

/** Names what was found of a sandbox since a revision. */
const foundKey = ({ name, since }: Asked): string => `${name} ${since}`;

/** What was found by sandbox; the rows of two questions about the same one come mixed, and differ in what they ask since. */
function foundIn(rows: readonly ChangedRow[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const row of rows) if (row.collection === null) found.set(foundKey(row), { head: row, records: [] });
  for (const row of rows) if (row.collection !== null) found.get(foundKey(row))?.records.push(row);
  return found;
}

/** What changed in a sandbox; throws where what is stored of it is damaged. */
function changesOf({ head: { generation, revision, config }, records }: Found): Changes {
  return { mark: { generation, revision }, config: JSON.parse(config), records: records.map(fromRow) };
}

/** Questions under way at once; a slow one, of a reader who knows nothing yet, holds up no more than its own. */
const AT_ONCE = 2;

/** Readers that may wait. */
const MAX_WAITING = 2000;

/** What one or more readers ask of a sandbox. */
interface Question {
  readonly sandbox: string;
  readonly mark: Mark;
  /** Bytes that may be read. */
  readonly maxBytes: number;
  readonly answer: Promise<Changes | undefined>;
  readonly settle: (answer: Changes | undefined) => void;
  readonly fail: (error: unknown) => void;
}

function newQuestion(asked: Pick<Question, 'sandbox' | 'mark' | 'maxBytes'>): Question {
  // The executor runs at once, so that both are set before they are read.
  let settle: Question['settle'] = () => undefined;
  let fail: Question['fail'] = () => undefined;
  const answer = new Promise<Changes | undefined>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { ...asked, answer, settle, fail };
}

const keyOf = ({ sandbox, mark }: Pick<Question, 'sandbox' | 'mark'>): string =>
  `${sandbox} ${mark.generation} ${mark.revision}`;

/** Reads for all requests of a process. */
export class PostgresReader {
  readonly #pool: Pick<PostgresPool, 'query'>;
  #next = new Map<string, Question>();
  #waiting = 0;
  #underWay = 0;
  #isPlanned = false;

  constructor(pool: Pick<PostgresPool, 'query'>) {
    this.#pool = pool;
  }

  /** What changed since a mark, as the database has it after this call began. */
  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    if (this.#waiting >= MAX_WAITING) throw storeUnavailable(new Error(`${MAX_WAITING} readers wait for PostgreSQL`));
    const key = keyOf({ sandbox, mark });
    const question = this.#next.get(key) ?? newQuestion({ sandbox, mark, maxBytes });
    this.#next.set(key, question);
    this.#waiting += 1;
    this.#plan();
    try {
      return await question.answer;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** What is read from the network in one go is asked in one go. */
  #plan(): void {
    if (this.#isPlanned || this.#underWay >= AT_ONCE || this.#next.size === 0) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      void this.#ask();
    });
  }

  #settle(question: Question, all: ReadonlyMap<string, Found>): void {
    const { sandbox, mark, maxBytes, settle, fail } = question;
    const known = all.get(foundKey({ name: sandbox, since: mark.revision }));
    const isKnown = known?.head.generation === mark.generation;
    const found = isKnown ? known : all.get(foundKey({ name: sandbox, since: -1 }));
    if (found === undefined) settle(undefined);
    else if (found.head.bytes > maxBytes) fail(tooLargeToRead(sandbox, found.head.bytes, maxBytes));
    else if (!found.head.is_read) this.#askAgain(question);
    else this.#read(question, found);
  }

  /** What is damaged of one sandbox is no failure of those that were asked for along with it. */
  #read({ settle, fail }: Question, found: Found): void {
    try {
      settle(changesOf(found));
    } catch (error) {
      fail(error);
    }
  }

  /** Asks in the next turn, before all that came later. */
  #askAgain(question: Question): void {
    const key = keyOf(question);
    const same = this.#next.get(key);
    if (same === undefined) this.#next = new Map([[key, question], ...this.#next]);
    else same.answer.then(question.settle, question.fail);
  }

  async #ask(): Promise<void> {
    const asked = [...this.#next.values()];
    this.#next = new Map();
    this.#underWay += 1;
    try {
      const values = [
        asked.map(({ sandbox }) => sandbox),
        asked.map(({ mark }) => mark.generation),
        asked.map(({ mark }) => mark.revision),
        Math.min(...asked.map(({ maxBytes }) => maxBytes)),
      ];
      const rows = await this.#pool.query<ChangedRow>({ name: 'understudy_changed', text: CHANGED, values });
      const found = foundIn(rows);
      for (const question of asked.toReversed()) this.#settle(question, found);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }
}
