/** Asks PostgreSQL what changed, for many requests at once: all that wait for an answer share the next question. */
import { tooLargeToRead } from '../../model/full.js';
import type { StoredRecord } from '../../model/stored-record.js';
import type { Mark } from '../../model/mark.js';
import { type Changes, storeUnavailable } from '../store.js';
import type { PostgresPool } from './pool.js';
import { CHANGED } from './statements.js';
import { fromRow, type RecordRow } from '../rows.js';

/** Questions under way at once; a slow one, of a reader who knows nothing yet, holds up no more than its own. */
const AT_ONCE = 2;

/** Readers that may wait. */
const MAX_WAITING = 2000;

interface ChangedRow extends RecordRow {
  readonly name: string;
  readonly generation: number;
  readonly revision: number;
  readonly since: number;
  readonly config: string;
  /** Bytes of the records that changed. */
  readonly bytes: number;
  /** Whether they were read: not where they, or those asked for before, are too many bytes. */
  readonly is_read: boolean;
}

/** What became of a question. */
type Answer = Changes & Pick<ChangedRow, 'bytes' | 'is_read'> & { readonly records: StoredRecord[] };

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

/** Answers by sandbox; the rows of two questions about the same one come mixed, and differ in what they ask since. */
function answersOf(rows: readonly ChangedRow[]): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  const nameOf = ({ name, since }: ChangedRow): string => `${name} ${since}`;
  for (const row of rows) {
    // PostgreSQL tells the columns that are not there as null.
    if ((row.collection as string | null) !== null) continue;
    const { generation, revision, config, bytes, is_read } = row;
    answers.set(nameOf(row), {
      mark: { generation, revision },
      config: JSON.parse(config),
      records: [],
      bytes,
      is_read,
    });
  }
  for (const row of rows) {
    if ((row.collection as string | null) !== null) answers.get(nameOf(row))?.records.push(fromRow(row));
  }
  return answers;
}

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

  #settle(question: Question, answers: ReadonlyMap<string, Answer>): void {
    const { sandbox, mark, maxBytes, settle, fail } = question;
    const known = answers.get(`${sandbox} ${mark.revision}`);
    const answer = known?.mark.generation === mark.generation ? known : answers.get(`${sandbox} -1`);
    if (answer === undefined) settle(undefined);
    else if (answer.bytes > maxBytes) fail(tooLargeToRead(sandbox, answer.bytes, maxBytes));
    else if (answer.is_read) settle({ mark: answer.mark, config: answer.config, records: answer.records });
    else this.#askAgain(question);
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
      const answers = answersOf(rows);
      for (const question of asked.toReversed()) this.#settle(question, answers);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }
}
