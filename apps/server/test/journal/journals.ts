/** The stores of journals under test, and what is put into them. */
import { type StoredBody, type RecordedExchange, journalNow, type RequestEntry } from '../../src/journal/entry.js';
import type { JournalLimits, JournalStore, StoredEntry } from '../../src/journal/journal-store.js';
import { entryOf as shownEntry } from '../../src/journal/masked-entry.js';
import { MemoryJournals } from '../../src/journal/memory.js';
import { openPostgresJournals } from '../../src/store/stores/postgres/journal/postgres-journals.js';
import { openSqliteJournals } from '../../src/store/stores/sqlite/journal/sqlite-journals.js';
import { durableStores } from '../stores/stores.js';

/** Limits that nothing meets by accident, and how many journals there may be. */
export const LIMITS: JournalLimits & { readonly journals: number } = {
  entries: 1000,
  bytes: 40_000_000,
  totalBytes: 100_000_000,
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
export const bodyOf = (content: string): StoredBody => ({ content, bytes: content.length, isTruncated: false });

/** A GET of a list. */
export function exchangeOf(given: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    method: 'GET',
    path: '/api/notes',
    query: '',
    baseUrl: 'http://127.0.0.1:4010',
    operation: 'notes.listNotes',
    body: undefined,
    unknown: [],
    status: 200,
    kind: undefined,
    struck: undefined,
    response: { headers: { 'content-type': 'application/json' }, body: undefined },
    ...given,
  };
}

/** What an entry is of; what is not said is that of a GET of a list. */
export type Of = Partial<Omit<RequestEntry, 'exchange'>> &
  Partial<RecordedExchange> & { readonly exchange?: RecordedExchange };

/** An entry of a request that has just been answered. */
export function entryOf(of: Of = {}): RequestEntry {
  const {
    method,
    path,
    query,
    baseUrl,
    operation,
    body,
    unknown,
    status,
    kind,
    struck,
    made,
    clock,
    response,
    ...own
  } = of;
  const said = { method, path, query, baseUrl, operation, body, unknown, status, kind, struck, made, clock, response };
  const given = Object.fromEntries(Object.entries(said).filter(([name]) => name in of));
  return {
    sandbox: 'a',
    isMinor: false,
    id: 'req_1',
    headers: ['Accept', 'application/json'],
    address: undefined,
    connection: undefined,
    ended: 'complete',
    receivedAt: Date.now(),
    since: journalNow() - 1,
    answeredAt: journalNow(),
    durationMs: 1,
    exchange: exchangeOf(given),
    ...own,
  };
}

/** Entries with these ids. */
export const entriesOf = (ids: readonly string[], of: Of = {}): RequestEntry[] =>
  ids.map((id) => entryOf({ ...of, id }));

/** An entry of a store, as it is shown. */
export function shown({ sequence, masked }: StoredEntry) {
  if ('delivery' in masked) throw new TypeError('it is no request');
  return shownEntry(sequence, masked);
}

/** The ids of what a store has of a sandbox. */
export async function idsIn(store: JournalStore, sandbox = 'a', after = 0): Promise<string[]> {
  const { entries } = await store.read(sandbox, after);
  return entries.map((entry) => shown(entry).id);
}
