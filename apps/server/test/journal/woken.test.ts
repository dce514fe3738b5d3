/** Many who wait for the same entry: it is made once, and they go on a few at a time. */
import type { JournalStore } from '../../src/journal/journal-store.js';
import { Outgoing } from '../../src/journal/outgoing.js';
import { expect, it } from 'vitest';
import { evidenceOf } from '../../src/journal/evidence/exchange-evidence.js';
import { factsOf, masked, type MaskedRequest } from '../../src/journal/masked-entry.js';
import type { StoredJournal } from '../../src/journal/journal-store.js';
import { Journals } from '../../src/journal/journals.js';
import { MemoryJournals } from '../../src/journal/memory.js';
import { entryOf, LIMITS } from './journals.js';
import { long } from '../long.js';
import { ending } from '../use.js';

const createOutgoing = (store: JournalStore): Outgoing => new Outgoing(store);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts how often the facts of entries are made. */
class CountingJournals extends MemoryJournals {
  made = 0;

  override read(...given: Parameters<MemoryJournals['read']>): StoredJournal {
    const { entries, ...rest } = super.read(...given);
    const counted = (exchange: MaskedRequest['exchange']): MaskedRequest['exchange'] =>
      Object.defineProperty(Object.create(exchange), 'facts', {
        get: () => {
          this.made += 1;
          return exchange.facts;
        },
      });
    return {
      ...rest,
      entries: entries.map((entry) => {
        const { masked: of } = entry;
        return 'delivery' in of ? entry : { ...entry, masked: { ...of, exchange: counted(of.exchange) } };
      }),
    };
  }
}

long('an entry is made once for 5,000 who wait for it', { timeout: 30_000 }, async () => {
  const store = new CountingJournals(LIMITS);
  const journals = ending(new Journals(store, { createOutgoing }));
  let open = 0;
  let most = 0;
  const wait = async (): Promise<string> => {
    const { signal } = new AbortController();
    await journals.changed('a', 0, { ms: 60_000, signal });
    open += 1;
    most = Math.max(most, open);
    const { entries } = await journals.read('a', 0);
    const [first] = entries;
    return `${first?.entry().path} ${first?.entry().body}`;
  };
  const waits = Array.from({ length: 5000 }, wait);
  const over = new AbortController();
  const turns = (async () => {
    while (!over.signal.aborted) {
      await turn();
      open = 0;
    }
  })();
  await turn();
  const body = { content: 'body', bytes: 4, isTruncated: false };
  journals.record(entryOf({ path: '/api/notes', body }));
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['/api/notes body']));
  over.abort();
  await turns;
  expect(store.made).toBe(1);
  expect(most).toBeLessThanOrEqual(40);
});

it('what was read is read again once something has changed', async () => {
  const journals = ending(new Journals(new MemoryJournals({ ...LIMITS, entries: 2 })));
  const ids = async () => (await journals.read('a')).entries.map((one) => one.entry().id);
  journals.record(entryOf({ id: 'r1' }));
  expect(await ids()).toEqual(['r1']);
  expect(await ids()).toEqual(['r1']);
  journals.record(entryOf({ id: 'r2' }));
  expect(await ids()).toEqual(['r1', 'r2']);
  journals.record(entryOf({ id: 'r3' }));
  expect(await ids()).toEqual(['r2', 'r3']);
  await journals.clear('a');
  expect(await ids()).toEqual([]);
});

it('masks the fault that struck as every other text', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const struck = {
    rule: `to-${token}`,
    fault: `redirect;location="https://other.test/cb?access_token=hunter22&x=${token}"`,
  };
  const faultOf = (of: typeof struck) => {
    const entry = masked(entryOf({ struck: of }));
    return 'delivery' in entry ? undefined : factsOf(entry, evidenceOf).fault;
  };
  const fault = faultOf(struck);
  expect(JSON.stringify(fault)).not.toMatch(new RegExp(`${token}|hunter22`));
  expect(fault?.fault).toMatch(/^redirect;location="https:\/\/other\.test\/cb\?access_token=\*\*\*&x=\*\*\*"$/);
  const plain = { rule: 'first-try-fails', fault: 'rate_limit;retry_after=30;limit=5' };
  expect(faultOf(plain)).toEqual(plain);
});
