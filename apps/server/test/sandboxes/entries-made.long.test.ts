/** Of a journal as little is made as an answer needs: parts of entries are masked and parsed when somebody looks at them. */
import { contract, type JournalEntry } from '@understudy/contract';
import { beforeEach, expect, it } from 'vitest';
import type { StoredEntry, StoredJournal } from '../../src/journal/journal-store.js';
import { entryOf as shown, masked } from '../../src/journal/masked-entry.js';
import { MemoryJournals } from '../../src/journal/memory.js';
import { createApp } from '../../src/server/app.js';
import { nodePlatform } from '../../src/server/node-platform.js';
import { bodyOf, entryOf, LIMITS } from '../journal/journals.js';
import { api, settingsOf } from '../support.js';
import { openEach } from '../use.js';

/** Counts how often each part of an entry is made. */
class CountingJournals extends MemoryJournals {
  readonly made = { headers: 0, bodies: 0 };

  override read(...given: Parameters<MemoryJournals['read']>): StoredJournal {
    const read = super.read(...given);
    return { ...read, entries: read.entries.map((entry) => this.#counted(entry)) };
  }

  #counted({ sequence, masked: of }: StoredEntry): StoredEntry {
    if ('delivery' in of) return { sequence, masked: of };
    const { exchange } = of;
    const { made } = this;
    const counted = {
      get facts() {
        return exchange.facts;
      },
      clock: exchange.clock,
      get headers() {
        made.headers += 1;
        return exchange.headers;
      },
      get bodies() {
        made.bodies += 1;
        return exchange.bodies;
      },
    };
    return { sequence, masked: { ...of, exchange: counted } };
  }
}

const ENTRIES = 1000;

let store: CountingJournals;
beforeEach(async () => {
  store = new CountingJournals(LIMITS);
});
const app = openEach(() =>
  createApp(settingsOf({}), api, { platform: nodePlatform, sink: () => undefined, journal: store }),
);

function add(count: number, from = 0): void {
  for (let i = from; i < from + count; i++) {
    store.append([entryOf({ path: `/api/notes/${i}`, status: i === 7 ? 500 : 200, body: bodyOf(`body ${i}`) })]);
  }
}

async function listed(query: string): Promise<readonly JournalEntry[]> {
  const answer = await app.pipeline.fetch(new Request(`http://127.0.0.1/sandboxes/a/requests?${query}`));
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: JournalEntry[] }).data;
}

it.each([
  ['per_page=1', 1],
  ['per_page=2&page=3', 2],
  ['status=500', 1],
  ['path=/api/notes/7', 1],
  ['sort=-status&per_page=1', 1],
  ['wait=1&min=10&per_page=5', 5],
  ['operation=oauth.*', 0],
])('%s makes %i entries', async (query, count) => {
  add(ENTRIES);
  const entries = await listed(query);
  expect(entries.length).toBe(count);
  expect(entries.every(({ body }) => body?.startsWith('body '))).toBe(true);
  expect([store.made.headers, store.made.bodies]).toEqual([count, count]);
});

it('a search makes the bodies, and of the other parts what is answered', async () => {
  add(ENTRIES);
  expect((await listed('q=body+7&per_page=1')).length).toBe(1);
  expect([store.made.headers, store.made.bodies]).toEqual([1, ENTRIES]);
});

it('what a list is found and sorted by is in an entry', () => {
  const { filters, searches, sorts } = contract.sandboxes.operations.listRequests.meta;
  const members = [...Object.entries(filters).map(([name, { member = name }]) => member), ...searches, ...sorts];
  const entry = masked(entryOf());
  const found = 'delivery' in entry ? {} : shown(1, entry);
  expect(members.filter((member) => !(member in found))).toEqual([]);
});
