/** Many who wait for the same entry: it is made once, and they go on a few at a time. */
import type { JournalStore } from '../../src/journal/journal-store.js';
import { Outgoing } from '../../src/journal/outgoing.js';
import { expect, it } from 'vitest';
import { type EntryTexts, textsOf } from '../../src/journal/entry-texts.js';
import { FewAtOnce } from '../../src/journal/few-at-once.js';
import type { KeptJournal } from '../../src/journal/journal-store.js';
import { Journals } from '../../src/journal/journals.js';
import { MemoryJournals } from '../../src/store/stores/memory/journal/memory-journals.js';
import { exchangeOf, LIMITS } from './journals.js';
import { long } from '../long.js';

const createOutgoing = (store: JournalStore): Outgoing => new Outgoing(store);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts how often texts are made. */
class CountingJournals extends MemoryJournals {
  made = 0;

  override read(...given: Parameters<MemoryJournals['read']>): KeptJournal {
    const { entries, ...rest } = super.read(...given);
    const counted = (texts: () => EntryTexts) => (): EntryTexts => {
      this.made += 1;
      return texts();
    };
    return { ...rest, entries: entries.map(({ sequence, texts }) => ({ sequence, texts: counted(texts) })) };
  }
}

long('an entry is made once for 5,000 who wait for it', { timeout: 30_000 }, async () => {
  const store = new CountingJournals(LIMITS);
  const journals = new Journals(store, { createOutgoing });
  let open = 0;
  let most = 0;
  const wait = async (): Promise<string> => {
    const { signal } = new AbortController();
    await journals.changed('a', 0, { ms: 60_000, signal });
    open += 1;
    most = Math.max(most, open);
    const { entries } = await journals.read('a', 0);
    const [first] = entries;
    return `${first?.outline().path} ${first?.entry().body}`;
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
  journals.record('a', 1, exchangeOf({ path: '/api/notes', body }));
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['/api/notes body']));
  over.abort();
  await turns;
  // Once its outline, and once the whole.
  expect(store.made).toBe(2);
  expect(most).toBeLessThanOrEqual(40);
  await journals.close();
});

it('what was read is read again once something has changed', async () => {
  const journals = new Journals(new MemoryJournals({ ...LIMITS, bytes: 3000 }));
  const body = { content: 'x'.repeat(2000), bytes: 2000, isTruncated: false };
  const bodies = async () => (await journals.read('a')).entries.map((one) => one.entry().body?.length ?? 0);
  journals.record('a', 1, exchangeOf({ body }));
  expect(await bodies()).toEqual([2000]);
  expect(await bodies()).toEqual([2000]);
  journals.record('a', 1, exchangeOf({ body }));
  expect(await bodies()).toEqual([0, 2000]);
  await journals.clear('a');
  expect(await bodies()).toEqual([]);
  await journals.close();
});

it('lets 16 pass in a turn, in their order', async () => {
  const gate = new FewAtOnce();
  const passed: number[] = [];
  for (let i = 0; i < 100; i++) gate.pass(() => passed.push(i));
  expect(passed.length).toBe(16);
  const counts: number[] = [];
  while (passed.length < 100) {
    await turn();
    counts.push(passed.length);
  }
  expect(passed).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(Math.max(...counts.map((count, i) => count - (counts[i - 1] ?? 0)))).toBeLessThanOrEqual(32);
});

it('masks the fault that struck as every other text', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const struck = {
    rule: `to-${token}`,
    fault: `redirect;location="https://other.test/cb?access_token=hunter22&x=${token}"`,
  };
  const { facts } = textsOf(exchangeOf({ struck }));
  const { fault } = JSON.parse(facts) as { fault: typeof struck };
  expect(facts).not.toContain(token);
  expect(facts).not.toContain('hunter22');
  expect(fault.fault).toMatch(/^redirect;location="https:\/\/other\.test\/cb\?access_token=\*\*\*&x=\*\*\*"$/);
  const plain = { rule: 'first-try-fails', fault: 'rate_limit;retry_after=30;limit=5' };
  expect(JSON.parse(textsOf(exchangeOf({ struck: plain })).facts)).toMatchObject({ fault: plain });
});
