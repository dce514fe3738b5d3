/** The journals in a PostgreSQL database, in a transaction. */
import type { Query } from '../pool.js';
import { type clearedUpTo, type Excess, type JournalHead, type Left, type PartRow, PARTS } from '../../journal-head.js';
import type { Move, UnsettledEntry } from '../../journal-order.js';
import type { ClockReading } from '../../store-clock.js';
import { journalNow } from '../../../../journal/journal-store.js';
import * as sql from './journal-statements.js';

type BytesRow = Readonly<Record<'bytes', number>>;
type LeftRow = Readonly<Record<'part' | 'count' | 'bytes', number>>;

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

const part = (name: keyof typeof PARTS) => PARTS[name];

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

  async add(rows: readonly PartRow[]): Promise<void> {
    if (rows.length > 0) await this.#query(statement('add', sql.ADD, [JSON.stringify(rows)]));
  }

  /** Keeps journals, and counts so many bytes more; new ones count on from a number. Answers how many bytes all have. */
  async keep(heads: readonly JournalHead[], more: number, base = 0): Promise<number> {
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
    const [row] = await this.#query<BytesRow>(statement('keep', sql.KEEP, [...columns, more, base]));
    return row?.bytes ?? 0;
  }

  /** The entries after a sequence, and when they were answered. */
  async unsettled(sandbox: string, after: number): Promise<readonly UnsettledEntry[]> {
    return this.#query<UnsettledEntry>(statement('unsettled', sql.UNSETTLED, [sandbox, after]));
  }

  /** Gives entries other numbers. */
  async move(sandbox: string, moves: readonly Move[]): Promise<void> {
    if (moves.length === 0) return;
    const columns = [moves.map(({ sequence }) => sequence), moves.map(({ next }) => next)];
    await this.#query(statement('move', sql.MOVE, [sandbox, ...columns]));
  }

  /** Drops what came up to a time, and answers what is left. */
  async clear(sandbox: string, { column, upTo }: ReturnType<typeof clearedUpTo>): Promise<Left> {
    await this.#query(statement(`clear_${column}`, sql.CLEAR(column), [sandbox, upTo]));
    const rows = await this.#query<LeftRow>(statement('left', sql.LEFT, [sandbox]));
    const left = (name: keyof typeof PARTS) => rows.find((row) => row.part === part(name)) ?? { count: 0, bytes: 0 };
    const { count: entries, bytes: facts } = left('facts');
    return { entries, facts, headers: left('headers').bytes, bodies: left('bodies').bytes };
  }

  /** Takes from a journal what is to give way, and answers what is left of it. */
  async shed(head: JournalHead, { entries, headers, bodies }: Excess): Promise<JournalHead> {
    const left = entries > 0 ? await this.#dropEntries(head, entries) : head;
    return {
      ...left,
      bodies: left.bodies - (await this.#dropPart(head, 'bodies', bodies - (head.bodies - left.bodies))),
      headers: left.headers - (await this.#dropPart(head, 'headers', headers - (head.headers - left.headers))),
    };
  }

  /** The largest journal that nobody is at. */
  async largest(): Promise<JournalHead | undefined> {
    const [head] = await this.#query<JournalHead>(statement('largest', sql.LARGEST, []));
    return head;
  }

  /** Forgets so many journals that give way to others. */
  async forget(journals: number): Promise<void> {
    const rows = await this.#query<ForgottenRow>(statement('forget', sql.FORGET, [journals]));
    await this.#query(statement('remove', sql.REMOVE, [rows.map(({ sandbox }) => sandbox)]));
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    await this.keep([], -bytes, Math.max(0, ...rows.map(({ last }) => last)));
  }

  async count(): Promise<number> {
    const [row] = await this.#query<{ count: number }>(statement('count', sql.COUNT, []));
    return row?.count ?? 0;
  }

  async #dropPart({ sandbox }: JournalHead, name: 'headers' | 'bodies', bytes: number): Promise<number> {
    if (bytes <= 0) return 0;
    const [row] = await this.#query<BytesRow>(statement('drop_part', sql.DROP_PART, [sandbox, part(name), bytes]));
    return row?.bytes ?? 0;
  }

  async #dropEntries(head: JournalHead, entries: number): Promise<JournalHead> {
    const dropping = statement('drop_entries', sql.DROP_ENTRIES, [head.sandbox, entries]);
    const rows = await this.#query<BytesRow & { part: number }>(dropping);
    const gone = (name: keyof typeof PARTS): number => rows.find((row) => row.part === part(name))?.bytes ?? 0;
    return {
      ...head,
      entries: head.entries - entries,
      facts: head.facts - gone('facts'),
      headers: head.headers - gone('headers'),
      bodies: head.bodies - gone('bodies'),
    };
  }
}

/** A statement as the pool takes it. */
export function statement(name: string, text: string, values: readonly unknown[]) {
  return { name: `understudy_journal_${name}`, text, values };
}
