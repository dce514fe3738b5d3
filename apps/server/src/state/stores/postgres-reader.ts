/** Asks PostgreSQL what changed, for many requests at once: all that wait for an answer share the next question. */
import type { Changes, Mark } from '../store.js';
import { storeUnavailable } from '../store.js';
import type { PostgresPool } from './postgres-pool.js';
import { CHANGED } from './postgres-statements.js';
import { fromRow, type RecordRow } from './rows.js';

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
}

/** What one or more readers ask of a sandbox. */
interface Question {
  readonly sandbox: string;
  readonly mark: Mark;
  readonly answer: Promise<Changes | undefined>;
  readonly settle: (answer: Changes | undefined) => void;
  readonly fail: (error: unknown) => void;
}

function newQuestion(sandbox: string, mark: Mark): Question {
  // The executor runs at once, so that both are set before they are read.
  let settle: Question['settle'] = () => undefined;
  let fail: Question['fail'] = () => undefined;
  const answer = new Promise<Changes | undefined>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { sandbox, mark, answer, settle, fail };
}

/** Answers by sandbox; the rows of two questions about the same one come mixed, told apart by what they ask since. */
function answersOf(rows: readonly ChangedRow[]): Map<string, Changes> {
  const answers = new Map<string, Changes & { records: ReturnType<typeof fromRow>[] }>();
  const keyOf = ({ name, since }: ChangedRow): string => `${name} ${since}`;
  for (const row of rows) {
    // PostgreSQL tells the columns that are not there as null.
    if ((row.collection as string | null) !== null) continue;
    const { generation, revision, config } = row;
    answers.set(keyOf(row), { mark: { generation, revision }, config: JSON.parse(config), records: [] });
  }
  for (const row of rows) {
    if ((row.collection as string | null) !== null) answers.get(keyOf(row))?.records.push(fromRow(row));
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
  async changedSince(sandbox: string, mark: Mark): Promise<Changes | undefined> {
    if (this.#waiting >= MAX_WAITING) throw storeUnavailable(new Error(`${MAX_WAITING} readers wait for PostgreSQL`));
    const key = `${sandbox} ${mark.generation} ${mark.revision}`;
    const question = this.#next.get(key) ?? newQuestion(sandbox, mark);
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

  async #ask(): Promise<void> {
    const asked = [...this.#next.values()];
    this.#next = new Map();
    this.#underWay += 1;
    try {
      const values = [
        asked.map(({ sandbox }) => sandbox),
        asked.map(({ mark }) => mark.generation),
        asked.map(({ mark }) => mark.revision),
      ];
      const rows = await this.#pool.query<ChangedRow>({ name: 'understudy_changed', text: CHANGED, values });
      const answers = answersOf(rows);
      for (const { sandbox, mark, settle } of asked) {
        const known = answers.get(`${sandbox} ${mark.revision}`);
        settle(known?.mark.generation === mark.generation ? known : answers.get(`${sandbox} -1`));
      }
    } catch (error) {
      for (const { fail } of asked) fail(error);
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }
}
