/** The stores of journals under test, and what is put into them. */
import type { AskedHead } from '../../src/journal/asked-head.js';
import type { Exchange, KeptBody } from '../../src/journal/exchange.js';
import { type JournalLimits, journalNow, type JournalStore } from '../../src/journal/journal-store.js';
import type { WholeEntry } from '../../src/journal/pending-entry.js';
import { type Recorded, RecordedExchange } from '../../src/journal/recorded-exchange.js';
import type { RepeatablePart } from '../../src/journal/repeatable-part.js';
import { RepeatedExchange } from '../../src/journal/repeated-exchange.js';
import type { OwnPart } from '../../src/journal/repeated-texts.js';
import { MemoryJournals } from '../../src/store/stores/memory/journal/memory-journals.js';
import { openPostgresJournals } from '../../src/store/stores/postgres/journal/open-postgres-journals.js';
import { openSqliteJournals } from '../../src/store/stores/sqlite/journal/open-sqlite-journals.js';
import { durableStores } from '../stores/stores.js';

/** Limits that nothing meets by accident, and how many journals there may be. */
export const LIMITS: JournalLimits & { readonly journals: number } = {
  entries: 1000,
  bytes: 1_000_000,
  totalBytes: 10_000_000,
  journals: 1000,
};

/** Where journals are kept; empty at first. */
export interface JournalBackend {
  /** Opens them there, as another process would where processes share them. */
  readonly open: (limits?: Partial<typeof LIMITS>) => Promise<JournalStore>;
  readonly remove: () => Promise<void>;
}

/** Those of one process. */
export async function memoryBackend(): Promise<JournalBackend> {
  let store: MemoryJournals | undefined;
  return {
    open: async (limits) => {
      const all = { ...LIMITS, ...limits };
      store ??= new MemoryJournals(all, all.journals);
      return store;
    },
    remove: async () => undefined,
  };
}

/** Journals that processes share. */
export const sharedJournals = durableStores.map(
  ([name, find]) =>
    [
      name,
      async (): Promise<JournalBackend> => {
        const backend = await find();
        const base = await backend.open();
        return {
          open: async (given) => {
            const limits = { ...LIMITS, ...given };
            return name === 'sqlite'
              ? openSqliteJournals(backend.address.slice('sqlite:'.length), {
                  limits,
                  newAt: undefined,
                  warn: () => undefined,
                })
              : openPostgresJournals(backend.address, limits);
          },
          remove: async () => {
            await base.close();
            await backend.remove();
          },
        };
      },
    ] as const,
);

/** All of them. */
export const allJournals = [['memory', memoryBackend] as const, ...sharedJournals];

/** A body of plain text. */
export const bodyOf = (content: string): KeptBody => ({ content, bytes: content.length, isTruncated: false });

/** An exchange that has just ended. */
export function exchangeOf(given: Partial<Exchange> = {}): Exchange {
  return {
    id: 'req_1',
    method: 'GET',
    path: '/api/notes',
    query: '',
    baseUrl: 'http://127.0.0.1:4010',
    operation: 'notes.listNotes',
    headers: ['Accept', 'application/json'],
    body: undefined,
    unknown: [],
    address: undefined,
    connection: undefined,
    status: 200,
    kind: undefined,
    struck: undefined,
    response: { headers: { 'content-type': 'application/json' }, body: undefined },
    ended: 'complete',
    receivedAt: Date.now(),
    since: journalNow() - 1,
    answeredAt: journalNow(),
    durationMs: 1,
    ...given,
  };
}

/** What an entry is of, beside its exchange. */
export type Of = Partial<Exchange> & { readonly sandbox?: string; readonly isMinor?: boolean };

/** An entry on its way. */
export function entryOf({ sandbox = 'a', isMinor = false, ...exchange }: Of = {}): WholeEntry {
  return new RecordedExchange(exchangeOf(exchange), { sandbox, isMinor });
}

/** Entries on their way, with these ids. */
export const entriesOf = (ids: readonly string[], of: Of = {}): WholeEntry[] => ids.map((id) => entryOf({ ...of, id }));

/** Requests of one connection that come with the same head share it, whatever became of those before. */
const heads = new Map<string, AskedHead>();

function headOf(head: AskedHead): AskedHead {
  const key = JSON.stringify(head);
  const known = heads.get(key) ?? head;
  heads.set(key, known);
  return known;
}

/** An exchange that repeats another and has ended, the headers of its request among what is its own. */
export function repeatedOf(
  shared: RepeatablePart,
  {
    headers,
    connection,
    until,
    receivedAt,
    ended,
    hasHead,
    ...begun
  }: OwnPart & { readonly headers: readonly string[] },
  { sandbox, isMinor }: Recorded = { sandbox: 'a', isMinor: false },
): RepeatedExchange {
  const head = headOf({ rawHeaders: headers, connection });
  const exchange = new RepeatedExchange({ of: { name: sandbox, isMinor }, shared, head }, begun);
  return Object.assign(exchange, { until, receivedAt, ended, hasHead });
}
