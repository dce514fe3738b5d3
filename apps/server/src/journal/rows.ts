/** Rows of a journal in a database: a batch of entries each, as JSON in which what several entries share is there once. */
import { byteLength, nextTurn } from '#platform/runtime';
import type { Entry, RequestEntry } from './entry.js';
import type { ExchangeEvidence, RequestEvidence } from './evidence/evidence.js';
import { exchangeEvidence, headerEvidence, PROCESS, timeEvidence } from './evidence/exchange-evidence.js';
import type { JournalLimits, StoredEntry } from './journal-store.js';
import {
  deliveryFacts,
  type MaskedEntry,
  maskedExchange,
  type MaskedExchange,
  maskedHead,
  type MaskedHead,
  type OwnFacts,
  ownFacts,
} from './masked-entry.js';

/** Grows with every change of what is in a row: one of another form cannot be read. */
const FORM = 2;

/** A row without its entries; times are by the database's clock, in ms. */
export interface RowHead {
  /** The number of the first entry; the others follow without a gap. */
  readonly sequence: number;
  readonly entries: number;
  /** When the first of the requests came in, and when the first and the last of the answers were ready. */
  readonly received: number;
  readonly answered: number;
  readonly until: number;
  readonly bytes: number;
}

/** A row. */
export interface Row extends RowHead {
  readonly value: string;
}

/** The number of the last entry of a row. */
export const endOf = ({ sequence, entries }: Pick<RowHead, 'sequence' | 'entries'>): number => sequence + entries - 1;

/** An exchange, and the head of a request, with their evidence. */
type StoredExchange = MaskedExchange & { readonly evidence: ExchangeEvidence };
type StoredHead = MaskedHead & {
  readonly evidence: RequestEvidence;
  /** Names the process that answered, whose clock times are of. */
  readonly by: string;
};

/** An entry as texts of JSON, its secrets masked. */
interface EntryTexts {
  /** Its exchange, or its delivery, and the head of its request: others may have the same. */
  readonly shared: readonly string[];
  readonly own: string;
}

/** An entry on its way into a row. */
export interface PendingEntry extends EntryTexts, Pick<Entry, 'isMinor' | 'since' | 'answeredAt'> {}

/** An entry of a row. */
export interface RowEntry extends EntryTexts {
  readonly sequence: number;
  /** When its request came in, and when its answer was ready: by the database's clock, in ms. */
  readonly received: number;
  readonly answered: number;
}

/** Times in whole µs: shorter texts than fractions of ms. */
const micro = (ms: number): number => Math.round(ms * 1000);

/** What an entry has of its own, as a list. */
function ownText(entry: RequestEntry): string {
  const { id, ended, receivedAt, durationMs, timing = null, since, answeredAt } = ownFacts(entry);
  const times = `${micro(since)},${micro(answeredAt)}`;
  return `[${JSON.stringify(id)},"${ended}",${receivedAt},${micro(durationMs)},${JSON.stringify(timing)},${times}]`;
}

/** How long texts are made before everybody else has a turn. */
const STRETCH_MS = 5;

/** Makes texts of entries. */
class TextMaker {
  /** Made once for those that share it. */
  readonly #exchanges = new Map<object, string>();
  /** The last one of each array of headers, and of whose request it is. */
  readonly #heads = new Map<readonly string[], { readonly of: RequestEntry; readonly text: string }>();

  of(entry: Entry): PendingEntry {
    const { isMinor, since, answeredAt } = entry;
    const texts =
      'attempt' in entry
        ? { shared: [JSON.stringify({ delivery: deliveryFacts(entry) })], own: '[]' }
        : { shared: [this.#exchange(entry), this.#head(entry)], own: ownText(entry) };
    return { isMinor, since, answeredAt, ...texts };
  }

  #exchange(entry: RequestEntry): string {
    const cached = this.#exchanges.get(entry.exchange);
    if (cached !== undefined) return cached;
    const stored: StoredExchange = { ...maskedExchange(entry), evidence: exchangeEvidence(entry) };
    const text = JSON.stringify(stored);
    this.#exchanges.set(entry.exchange, text);
    return text;
  }

  #head(entry: RequestEntry): string {
    const known = this.#heads.get(entry.headers);
    const isSame = known?.of.address === entry.address && known?.of.connection === entry.connection;
    if (known !== undefined && isSame) return known.text;
    const text = JSON.stringify({
      ...maskedHead(entry),
      evidence: headerEvidence(entry.headers, entry.sandbox),
      by: PROCESS,
    } satisfies StoredHead);
    this.#heads.set(entry.headers, { of: entry, text });
    return text;
  }
}

/** Makes texts of entries of one sandbox, in the order in which they were answered. */
export async function pendingOf(entries: readonly Entry[]): Promise<PendingEntry[]> {
  const maker = new TextMaker();
  const made: PendingEntry[] = [];
  let until = performance.now() + STRETCH_MS;
  for (const entry of entries.toSorted((a, b) => a.answeredAt - b.answeredAt)) {
    made.push(maker.of(entry));
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + STRETCH_MS;
  }
  return made;
}

/** Rows give way as a whole: each is so small a part of what a journal may have, and little more. */
const SHARE = { entries: 1 / 8, bytes: 1 / 16 };

/** The most entries of a row: reading takes whole ones. */
const MAX_ENTRIES = 2000;

/** A row that is being made. */
class RowWriter {
  readonly sequence: number;
  readonly #shared = new Map<string, number>();
  readonly #own: string[] = [];
  length = 0;
  #received = Number.POSITIVE_INFINITY;
  #answered = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(sequence: number) {
    this.sequence = sequence;
  }

  get entries(): number {
    return this.#own.length;
  }

  add({ received, answered, shared, own }: RowEntry): void {
    let indexes = '';
    for (const one of shared) indexes += indexes === '' ? this.#indexOf(one) : `,${this.#indexOf(one)}`;
    const text = `[${micro(received)},${micro(answered)},[${indexes}],${own}]`;
    this.#own.push(text);
    this.length += text.length;
    this.#received = Math.min(this.#received, received);
    this.#answered = Math.min(this.#answered, answered);
    this.#until = Math.max(this.#until, answered);
  }

  row(): Row {
    const value = `{"form":${FORM},"shared":[${[...this.#shared.keys()].join()}],"entries":[${this.#own.join()}]}`;
    return {
      sequence: this.sequence,
      entries: this.entries,
      received: this.#received,
      answered: this.#answered,
      until: this.#until,
      bytes: byteLength(value),
      value,
    };
  }

  #indexOf(text: string): number {
    const cached = this.#shared.get(text);
    if (cached !== undefined) return cached;
    this.#shared.set(text, this.#shared.size);
    this.length += text.length;
    return this.#shared.size - 1;
  }
}

/** Makes rows of entries in the order of their numbers: as few as may be. */
export function rowsOf(entries: readonly RowEntry[], { entries: most, bytes }: JournalLimits): Row[] {
  const maxEntries = Math.max(1, Math.min(MAX_ENTRIES, Math.floor(most * SHARE.entries)));
  const writers: RowWriter[] = [];
  for (const entry of entries) {
    let writer = writers.at(-1);
    const isFull = writer !== undefined && (writer.entries >= maxEntries || writer.length >= bytes * SHARE.bytes);
    if (writer === undefined || isFull || entry.sequence !== writer.sequence + writer.entries) {
      writer = new RowWriter(entry.sequence);
      writers.push(writer);
    }
    writer.add(entry);
  }
  return writers.map((writer) => writer.row());
}

type OwnList = [string, OwnFacts['ended'], number, number, string | null, number, number];

/** An entry as it is in a row: its times in µs, indexes of what it shares, and what is its own. */
type Stored = readonly [received: number, answered: number, shared: readonly number[], own: OwnList];

/** What is in a row. */
interface Content {
  readonly form: number;
  readonly shared: readonly unknown[];
  readonly entries: readonly Stored[];
}

/** What is in a row; undefined where another release has written it, in another form. */
function contentOf({ value, entries }: Pick<Row, 'value' | 'entries'>): Content | undefined {
  try {
    const content = JSON.parse(value) as Content;
    return content.form === FORM && content.entries.length === entries ? content : undefined;
  } catch {
    return undefined;
  }
}

function storedEntry(shared: readonly unknown[], [, , [exchange = 0, head], own]: Stored): MaskedEntry {
  // A row of this form has them so.
  if (head === undefined) return shared[exchange] as MaskedEntry;
  const [id, ended, receivedAt, durationMs, timing, since, answeredAt] = own;
  const times = { since: since / 1000, answeredAt: answeredAt / 1000 };
  const { by, evidence } = shared[head] as StoredHead;
  const storedExchange = shared[exchange] as StoredExchange;
  return {
    own: { id, ended, receivedAt, durationMs: durationMs / 1000, timing: timing ?? undefined, ...times },
    head: shared[head] as StoredHead,
    exchange: storedExchange,
    evidence: () => ({ by, at: timeEvidence(times), ...evidence, ...storedExchange.evidence }),
  };
}

/** The entries of a row, as they are read; undefined where they cannot be. */
export function readRow(row: Pick<Row, 'sequence' | 'entries' | 'value'>): StoredEntry[] | undefined {
  const content = contentOf(row);
  return content?.entries.map((stored, index) => ({
    sequence: row.sequence + index,
    masked: storedEntry(content.shared, stored),
  }));
}

/** The same as they are put into other rows; none where they cannot be read. */
export function entriesOf(row: Pick<Row, 'sequence' | 'entries' | 'value'>): RowEntry[] {
  const { shared = [], entries = [] } = contentOf(row) ?? {};
  const texts = shared.map((one) => JSON.stringify(one));
  return entries.map(([received, answered, indexes, own], index) => ({
    sequence: row.sequence + index,
    received: received / 1000,
    answered: answered / 1000,
    shared: indexes.map((one) => texts[one] ?? 'null'),
    own: JSON.stringify(own),
  }));
}

/** Rows that have to be put in order together, since some entries of one were answered before those of another. */
export interface RowGroup extends Pick<RowHead, 'answered' | 'until'> {
  readonly rows: readonly RowHead[];
}

/** Groups rows, which are in the order of their numbers; the groups are in the order of their times as well. */
export function rowGroups(rows: Iterable<RowHead>): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const row of rows) {
    let group: RowGroup = { rows: [row], answered: row.answered, until: row.until };
    for (let before = groups.at(-1); before !== undefined && before.until > group.answered; before = groups.at(-1)) {
      groups.pop();
      group = {
        rows: [...before.rows, ...group.rows],
        answered: Math.min(before.answered, group.answered),
        until: Math.max(before.until, group.until),
      };
    }
    groups.push(group);
  }
  return groups;
}

/**
 * Puts entries in the order in which they were answered; those at the same time stay as they are.
 *
 * @param entries by sequence
 * @param settled up to which sequence nothing moves any more
 */
export function inOrder(entries: readonly RowEntry[], settled: number): RowEntry[] {
  const movable = entries.filter(({ sequence }) => sequence > settled);
  const ordered = movable.toSorted((a, b) => a.answered - b.answered || a.sequence - b.sequence);
  return [
    ...entries.slice(0, entries.length - movable.length),
    ...ordered.map((entry, index) => ({ ...entry, sequence: movable[index]?.sequence ?? entry.sequence })),
  ];
}
