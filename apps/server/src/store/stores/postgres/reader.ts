/** Asks PostgreSQL what changed, for many requests at once: all that wait for an answer share the next question. */
import { tooLargeToRead } from '../../model/failures.js';
import type { Mark } from '../../model/stored-record.js';
import { fromRow, type RecordRow } from '../rows.js';
import { type Changes, storeUnavailable } from '../store.js';
import type { PostgresPool } from './pool.js';
import { CHANGED } from './statements.js';

/** The one row of a question that is no record; it comes before those that are. */
interface HeadRow extends Mark {
  /** Which of the questions it answers, from 1. */
  readonly position: number;
  readonly collection: null;
  readonly config: string;
  /** Bytes of the records that changed. */
  readonly bytes: number;
  /** Whether they were read: not where they, or those asked for before, are too many bytes. */
  readonly is_read: boolean;
}

type ChangedRow = HeadRow | (RecordRow & Pick<HeadRow, 'position'>);

/** What was found of one sandbox. */
interface Found {
  readonly head: HeadRow;
  readonly records: RecordRow[];
}

/** What was found by the position of its question. */
function foundIn(rows: readonly ChangedRow[]): Map<number, Found> {
  const found = new Map<number, Found>();
  for (const row of rows) {
    if (row.collection === null) found.set(row.position, { head: row, records: [] });
    else found.get(row.position)?.records.push(row);
  }
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
class Question {
  readonly sandbox: string;
  readonly mark: Mark;
  /** Bytes that may be read. */
  readonly maxBytes: number;
  readonly answer: Promise<Changes | undefined>;
  // The executor runs at once, so that both are set before they are read.
  resolve: (answer: Changes | undefined) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor(sandbox: string, mark: Mark, maxBytes: number) {
    this.sandbox = sandbox;
    this.mark = mark;
    this.maxBytes = maxBytes;
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Answers with what was found, and whether it could; what is damaged of one sandbox is no failure of the others. */
  settle(found: Found | undefined): boolean {
    try {
      if (found === undefined) this.resolve(undefined);
      else if (found.head.bytes > this.maxBytes) throw tooLargeToRead(this.sandbox, found.head.bytes, this.maxBytes);
      else if (!found.head.is_read) return false;
      else this.resolve(changesOf(found));
    } catch (error) {
      this.reject(error);
    }
    return true;
  }
}

/** Reads for all requests of a process. */
export class PostgresReader {
  readonly #pool: Pick<PostgresPool, 'query'>;
  /** Questions that are yet to be sent, by sandbox and mark; who asks the same shares the answer. */
  readonly #next = new Map<string, Question>();
  /** Those that come before them, since they were too many bytes beside others. */
  #again: readonly Question[] = [];
  #waiting = 0;
  #underWay = 0;
  #isPlanned = false;

  constructor(pool: Pick<PostgresPool, 'query'>) {
    this.#pool = pool;
  }

  /** What changed since a mark, as the database has it after this call began. */
  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    if (this.#waiting >= MAX_WAITING) throw storeUnavailable(new Error(`${MAX_WAITING} readers wait for PostgreSQL`));
    const key = `${sandbox} ${mark.generation} ${mark.revision}`;
    const question = this.#next.get(key) ?? new Question(sandbox, mark, maxBytes);
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
    const isNothing = this.#next.size + this.#again.length === 0;
    if (this.#isPlanned || this.#underWay >= AT_ONCE || isNothing) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const asked = [...this.#again, ...this.#next.values()];
    this.#again = [];
    this.#next.clear();
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
      const unread = asked.filter((question, index) => !question.settle(found.get(index + 1)));
      this.#again = [...this.#again, ...unread];
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }
}
