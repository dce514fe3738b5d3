/** The runs of journals in a PostgreSQL database, in a transaction that has taken their journals. */
import type { JournalLimits } from '../../../../journal/journal-store.js';
import type { Excess } from '../../journal-excess.js';
import {
  type clearedUpTo,
  type JournalHead,
  NOTHING,
  type RunTotals,
  type Settling,
  withRuns,
} from '../../journal-head.js';
import { entriesOf } from '../../../../journal/runs/read-run.js';
import {
  endOf,
  type PartRow,
  PARTS,
  type RunEntry,
  type RunHead,
  rowsOf,
  type StoredRun,
} from '../../../../journal/runs/run.js';
import { inOrder, lastAnswered, oldestRuns, runGroups } from '../../../../journal/runs/run-order.js';
import { runsOf } from '../../../../journal/runs/runs-writer.js';
import type { Query } from '../pool.js';
import * as sql from './run-statements.js';
import { statement } from './statement.js';

const sequencesOf = (runs: readonly RunHead[]) => runs.map(({ sequence }) => sequence);

/** Reads and writes runs. */
export class RunTable {
  readonly #query: Query;
  readonly #limits: JournalLimits;

  constructor(query: Query, limits: JournalLimits) {
    this.#query = query;
    this.#limits = limits;
  }

  async add(rows: readonly PartRow[]): Promise<void> {
    if (rows.length > 0) await this.#query(statement('add', sql.adding(1), sql.addedColumns(rows)));
  }

  /** Puts what waits for its order in order, as far as it was answered by then. */
  async settle(head: JournalHead, { upTo, isExact }: Settling): Promise<JournalHead> {
    const { sandbox, settled } = head;
    let [next, sequence] = [head, settled];
    const waiting = await this.#query<RunHead>(statement('after', sql.AFTER, [sandbox, settled]));
    for (const { runs, answered, until } of runGroups(waiting)) {
      if (answered > upTo) break;
      if (runs.length > 1 || (until > upTo && isExact)) {
        const ordered = inOrder(await this.#load(sandbox, runs), settled);
        if (runs.length > 1) next = await this.#replace(next, runs, ordered);
        sequence = Math.max(sequence, lastAnswered(ordered, upTo));
      } else if (until <= upTo) sequence = Math.max(sequence, ...runs.map(endOf));
    }
    return { ...next, settled: head.latest <= upTo ? head.last : sequence };
  }

  /** Drops what came up to a time, and answers what is left. */
  async clear(head: JournalHead, { column, upTo }: ReturnType<typeof clearedUpTo>): Promise<RunTotals> {
    const { sandbox } = head;
    await this.#query(statement('drop_ended', sql.DROP_ENDED, [sandbox, upTo]));
    const cut = await this.#query<RunHead>(statement(`begun_by_${column}`, sql.BEGUN_BY(column), [sandbox, upTo]));
    const left = (await this.#load(sandbox, cut)).filter((entry) => entry[column] > upTo);
    await this.#replace(head, cut, left);
    const [totals = NOTHING] = await this.#query<RunTotals>(statement('totals', sql.TOTAL_PARTS, [sandbox]));
    return totals;
  }

  /** Takes from a journal what is to give way, and answers what is left of it. */
  async shed(head: JournalHead, excess: Excess): Promise<JournalHead> {
    const { headers, bodies } = excess;
    const left = excess.entries > 0 ? await this.#dropEntries(head, excess) : head;
    return {
      ...left,
      bodies: left.bodies - (await this.#dropPart(head, 'bodies', bodies - (head.bodies - left.bodies))),
      headers: left.headers - (await this.#dropPart(head, 'headers', headers - (head.headers - left.headers))),
    };
  }

  /** Drops all of some sandboxes. */
  async remove(sandboxes: readonly string[]): Promise<void> {
    await this.#query(statement('remove', sql.REMOVE, [sandboxes]));
  }

  async #load(sandbox: string, runs: readonly RunHead[]): Promise<RunEntry[]> {
    if (runs.length === 0) return [];
    const rows = await this.#query<StoredRun>(statement('load', sql.LOAD, [sandbox, sequencesOf(runs)]));
    return rows.flatMap(entriesOf);
  }

  /** Puts entries where some runs are. */
  async #replace(head: JournalHead, runs: readonly RunHead[], entries: readonly RunEntry[]): Promise<JournalHead> {
    if (runs.length === 0) return head;
    const [gone] = await this.#query<RunTotals>(statement('drop', sql.DROP, [head.sandbox, sequencesOf(runs)]));
    const made = runsOf(entries, this.#limits);
    await this.add(rowsOf(head.sandbox, made));
    return withRuns(head, made, gone);
  }

  async #dropPart({ sandbox }: JournalHead, name: 'headers' | 'bodies', bytes: number): Promise<number> {
    if (bytes <= 0) return 0;
    const dropping = statement('drop_part', sql.DROP_PART, [sandbox, PARTS[name], bytes]);
    const [row] = await this.#query<{ readonly bytes: number }>(dropping);
    return row?.bytes ?? 0;
  }

  async #dropEntries(head: JournalHead, excess: Excess): Promise<JournalHead> {
    const { sandbox } = head;
    const oldest = await this.#query<RunHead>(statement('oldest', sql.OLDEST, [sandbox, excess.entries]));
    const { gone, cut, upTo } = oldestRuns(oldest, excess);
    const left = (await this.#load(sandbox, cut)).filter(({ sequence }) => sequence > upTo);
    return this.#replace(head, [...gone, ...cut], left);
  }
}
