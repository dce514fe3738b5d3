/** The request journal as the page has it: followed live, filtered, and with the retries found in it. */
import { isApiError, type JournalEntry } from '@understudy/client';
import { effect, signal } from '@preact/signals';
import { api, attempt, isUnauthorized, messageOf } from './api.js';
import { sandbox } from './place.js';
import { hasFailed, type Series, SeriesFinder } from './series.js';

/** Most entries that the page holds. */
const MOST = 20_000;

/** How many of the oldest go at once where there are more. */
const BATCH = 2000;

/** Most entries that are taken in between two frames. */
const MOST_A_FRAME = 400;

/** Time before a stream that was lost is opened again, in ms. */
const RETRY_MS = 1000;

/** What is shown of the journal. */
export interface Filter {
  /** Words that must all be there. */
  readonly text: string;
  readonly method: string;
  /** First digit of the status, `none` for no answer, or empty for any. */
  readonly status: string;
  readonly operation: string;
  readonly onlyFailures: boolean;
}

/** Shows everything. */
export const NO_FILTER: Filter = { text: '', method: '', status: '', operation: '', onlyFailures: false };

/** An entry, and what it is searched by. */
interface Row {
  readonly entry: JournalEntry;
  readonly text: string;
}

/** Counts the changes of everything below that is no signal. */
export const version = signal(0);

/** Entries that the journal no longer had when they were to be sent. */
export const missing = signal(0);

/** Why the journal cannot be followed, where the server says so. */
export const refusal = signal<string | undefined>(undefined);

export const filter = signal<Filter>(NO_FILTER);

/** The request whose details are shown, by its sequence. */
export const selected = signal<number | undefined>(undefined);

let rows: Row[] = [];
let matching: Row[] = [];
let finder = new SeriesFinder();
let seriesOfEntry = new WeakMap<JournalEntry, Series>();
const incoming: JournalEntry[] = [];
let isPlanned = false;
let awaited: string | undefined;
const methods = new Set<string>();
const operations = new Set<string>();

/** What the page knows of the journal; read it after `version`. */
export const journal = {
  /** How many entries there are. */
  get count(): number {
    return rows.length;
  },
  /** How many of them pass the filter. */
  get matching(): number {
    return matching.length;
  },
  /** One of those. */
  at: (index: number): JournalEntry | undefined => matching[index]?.entry,
  /** The index among those of a sequence, or of the first one after it. */
  indexOf: (sequence: number): number => indexOf(matching, sequence),
  /** All series of more than one attempt, oldest first. */
  get series(): readonly Series[] {
    return finder.all;
  },
  /** What was posted to inboxes, newest first. */
  get received(): readonly JournalEntry[] {
    return rows.flatMap(({ entry }) => (entry.signature === undefined ? [] : [entry])).toReversed();
  },
  seriesOf: (entry: JournalEntry): Series | undefined => seriesOfEntry.get(entry),
  methods,
  operations,
};

/** The index of a sequence, or of the first one after it. */
function indexOf(ordered: readonly Row[], sequence: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle]?.entry.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entry of a sequence; undefined where the page does not have it. */
export function entryOf(sequence: number | undefined): JournalEntry | undefined {
  const found = sequence === undefined ? undefined : rows[indexOf(rows, sequence)]?.entry;
  return found?.sequence === sequence ? found : undefined;
}

function textOf({ method, path, query, status, operation, fault, kind, body }: JournalEntry): string {
  const parts = [method, `${path}?${query}`, status, operation, fault?.fault, fault?.rule, kind, body?.slice(0, 500)];
  return parts.join(' ').toLowerCase();
}

function passes({ entry, text }: Row, wanted: Filter, words: readonly string[]): boolean {
  const { method, status, operation, onlyFailures } = wanted;
  if (method !== '' && entry.method !== method) return false;
  if (operation !== '' && entry.operation !== operation) return false;
  if (status !== '' && (entry.status === null ? 'none' : String(entry.status)[0]) !== status) return false;
  if (onlyFailures && !hasFailed(entry)) return false;
  return words.every((word) => text.includes(word));
}

function passing(all: readonly Row[]): Row[] {
  const words = filter.peek().text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((row) => passes(row, filter.peek(), words));
}

/** Forgets everything, as when the journal begins anew. */
function forget(): void {
  rows = [];
  matching = [];
  finder = new SeriesFinder();
  seriesOfEntry = new WeakMap();
  missing.value = 0;
}

function takeIn(): void {
  isPlanned = false;
  const taken = incoming.splice(0, MOST_A_FRAME);
  if (incoming.length > 0) plan();
  const fresh: Row[] = [];
  for (const entry of taken) {
    const before = (fresh.at(-1) ?? rows.at(-1))?.entry.sequence ?? 0;
    // The server has begun anew.
    if (entry.sequence <= before) {
      forget();
      fresh.length = 0;
    }
    const series = finder.add(entry);
    if (series !== undefined) {
      seriesOfEntry.set(entry, series);
      const [first] = series.attempts;
      if (first !== undefined) seriesOfEntry.set(first, series);
    }
    fresh.push({ entry, text: textOf(entry) });
    methods.add(entry.method);
    if (entry.operation !== null) operations.add(entry.operation);
    if (entry.id === awaited) selected.value = entry.sequence;
  }
  rows.push(...fresh);
  matching.push(...passing(fresh));
  if (rows.length > MOST) {
    rows = rows.slice(BATCH);
    matching = matching.slice(indexOf(matching, rows[0]?.entry.sequence ?? 0));
  }
  version.value += 1;
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  // A page that nobody sees has no frames.
  if (document.hidden) setTimeout(takeIn, 100);
  else requestAnimationFrame(takeIn);
}

async function read(client: typeof api.value, until: AbortSignal): Promise<void> {
  let last: string | undefined;
  while (!until.aborted) {
    try {
      const input = { name: sandbox, last_event_id: last };
      for await (const event of client.sandboxes.streamRequests(input, { signal: until })) {
        last = event.id;
        refusal.value = undefined;
        if (event.event === 'request') incoming.push(event.data);
        else missing.value += event.data.count;
        plan();
      }
    } catch (error) {
      if (isUnauthorized(error)) return;
      // A server that is not there is shown by the bar on top.
      if (isApiError(error) && error.status !== undefined) refusal.value = messageOf(error);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Follows the journal from now on, with whichever token the page has. */
export function follow(): void {
  effect(() => {
    const ended = new AbortController();
    void read(api.value, ended.signal);
    return () => ended.abort();
  });
  effect(() => {
    void filter.value;
    matching = passing(rows);
    version.value = version.peek() + 1;
  });
}

/** Selects the request with this X-Request-Id as soon as it is in the journal. */
export function selectOnceThere(id: string | null): void {
  awaited = id ?? undefined;
}

/** Clears the journal, on the server too. */
export async function clear(): Promise<void> {
  const done = await attempt(() => api.value.sandboxes.clearRequests({ name: sandbox }).then(() => true), 'Cleared.');
  if (done === undefined) return;
  forget();
  selected.value = undefined;
  version.value += 1;
}
