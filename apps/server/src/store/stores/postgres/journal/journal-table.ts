/** What is counted of the journals in a PostgreSQL database, in a transaction. */
import type { Query } from '../pool.js';
import type { JournalHead } from '../../journal-head.js';
import type { PartRow } from '../../../../journal/runs/run.js';
import type { ClockReading } from '../../store-clock.js';
import { journalNow } from '../../../../journal/journal-store.js';
import * as sql from './head-statements.js';
import { addedColumns } from './run-statements.js';
import { statement } from './statement.js';

type BytesRow = Readonly<Record<'bytes', number>>;
type TakenRow = JournalHead & { readonly begun: boolean; readonly now: number; readonly transaction: string };
type ForgottenRow = BytesRow & Pick<JournalHead, 'sandbox' | 'last'>;

/** Tables lack what they always have. */
export class TablesEmptied extends Error {
  override readonly name = 'TablesEmptied';
}

/** Journals that a transaction has taken. */
interface Taken {
  readonly heads: ReadonlyMap<string, JournalHead>;
  readonly reading: ClockReading;
  /** Its number, which the database knows even where its end was not heard of. */
  readonly transaction: string;
}

/** What is kept with journals. */
interface Keeping {
  /** The number that new ones count on from, if it is higher than it was. */
  readonly base?: number;
  /** Texts of runs that are added. */
  readonly rows?: readonly PartRow[];
}

/** Reads and writes journals. */
export class JournalTable {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /** Takes the journals of some sandboxes: until the transaction ends, nobody else writes to them. */
  async take(sandboxes: readonly string[]): Promise<Taken> {
    const asked = journalNow();
    const rows = await this.#query<TakenRow>(statement('take', sql.TAKE, [sandboxes]));
    const [first] = rows;
    if (first === undefined) throw new TablesEmptied('the tables of the journals were emptied');
    const reading = { asked, now: first.now, heard: journalNow() };
    const after = await this.#begin(rows.filter(({ begun }) => begun));
    const headOf = (row: TakenRow): JournalHead =>
      row.begun ? { ...row, last: after, cleared: after, settled: after } : row;
    return { heads: new Map(rows.map((row) => [row.sandbox, headOf(row)])), reading, transaction: first.transaction };
  }

  /** The number that new journals count on from. One of their names may have given way in the moment that it was taken. */
  async #begin(begun: readonly TakenRow[]): Promise<number> {
    if (begun.length === 0) return 0;
    const [row] = await this.#query<{ base: number }>(statement('base', sql.BASE, []));
    const base = row?.base ?? 0;
    const lower = begun.flatMap(({ sandbox, last }) => (last < base ? [sandbox] : []));
    if (lower.length > 0) await this.#query(statement('raise', sql.RAISE, [lower, base]));
    return base;
  }

  /** Sets more numbers aside, and answers up to which they are: no number is given twice, whatever becomes of the tables. */
  async setAside(): Promise<number> {
    const [row] = await this.#query<{ number: number }>(statement('set_aside', sql.SET_ASIDE, []));
    return row?.number ?? 0;
  }

  /** Keeps journals, and counts so many bytes more. Answers how many bytes all have. */
  async keep(heads: readonly JournalHead[], more: number, { base = 0, rows = [] }: Keeping = {}): Promise<number> {
    const columns = [
      heads.map(({ sandbox }) => sandbox),
      heads.map(({ last }) => last),
      heads.map(({ cleared }) => cleared),
      heads.map(({ settled }) => settled),
      heads.map(({ latest }) => latest),
      heads.map(({ entries }) => entries),
      heads.map(({ facts }) => facts),
      heads.map(({ headers }) => headers),
      heads.map(({ bodies }) => bodies),
      heads.map(({ begun_at }) => begun_at),
      heads.map(({ cleared_at }) => cleared_at),
      heads.map(({ written }) => written),
    ];
    const [row] = await this.#query<BytesRow>(
      statement('keep', sql.KEEP, [...columns, more, base, ...addedColumns(rows)]),
    );
    return row?.bytes ?? 0;
  }

  /** The largest journal that nobody is at. */
  async largest(): Promise<JournalHead | undefined> {
    const [head] = await this.#query<JournalHead>(statement('largest', sql.LARGEST, []));
    return head;
  }

  /** Forgets so many journals that give way to others, and answers whose they were. */
  async forget(journals: number): Promise<string[]> {
    const rows = await this.#query<ForgottenRow>(statement('forget', sql.FORGET, [journals]));
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    await this.keep([], -bytes, { base: Math.max(0, ...rows.map(({ last }) => last)) });
    return rows.map(({ sandbox }) => sandbox);
  }

  async count(): Promise<number> {
    const [row] = await this.#query<{ count: number }>(statement('count', sql.COUNT, []));
    return row?.count ?? 0;
  }
}
