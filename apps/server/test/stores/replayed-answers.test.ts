/** The answers under Idempotency-Keys: they are given again byte for byte, and never change along with the records of their write. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { internalCollection } from '../../src/kit/collection.js';
import { commit, type Committed } from '../../src/store/commit/commit.js';
import type { Sandbox } from '../../src/store/registry/sandbox.js';
import type { Store } from '../../src/store/stores/store.js';
import { config, sandboxesOn } from './replica.js';
import { stores } from './stores.js';
import { openEach } from '../use.js';

interface Note {
  readonly id: string;
  readonly text: string;
  readonly ends: number;
}

const notes = internalCollection<Note>({
  name: 'notes',
  prefix: 'note',
  schema: z.object({ id: z.string(), text: z.string(), ends: z.number() }),
  expires: ({ ends }) => ends,
});

const NEVER = Date.parse('2100-01-01');
const LONG = 'Everything about it, at length, and "quoted". '.repeat(40);

/** JSON as a client may send it. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, '', LONG),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('__proto__', 'id', 'data', '1'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

type Answer = { readonly data: readonly unknown[]; readonly copies: readonly string[] };

/** Writes a note; its answer repeats it three times. */
function say(sandbox: Sandbox, text: string, key?: string, ends = NEVER): Promise<Committed<Answer>> {
  const note = { id: 'n', text, ends };
  const idempotency = key === undefined ? undefined : { scope: [key], payload: [text] };
  const prepare = async () => ({
    answer: { data: [note], copies: [text, text] },
    writes: [{ collection: notes, record: note }],
  });
  return commit({ sandbox, prepare, idempotency, dryRun: false });
}

describe.each(stores)('%s', (_name, find) => {
  let sandbox: Sandbox;

  async function sandboxOn(opened: Store, maxRecords = 100): Promise<Sandbox> {
    return sandboxesOn(opened, { maxRecords }).open('s');
  }

  const backend = openEach(find);
  const store = openEach(() => backend.open());
  beforeEach(async () => {
    sandbox = await sandboxOn(store);
  });

  const textOf = (answer: unknown): string => JSON.stringify(answer);

  it('are the same byte for byte, whatever JSON they are', async () => {
    let keys = 0;
    const reader = store.exclusive ? sandbox : await sandboxOn(await backend.open());
    const property = fc.asyncProperty(json, async (answer) => {
      const idempotency = { scope: [String((keys += 1))], payload: null };
      const write = (on: Sandbox) =>
        commit({ sandbox: on, idempotency, dryRun: false, prepare: async () => ({ answer, writes: [] }) });
      expect((await write(sandbox)).replayed).toBe(false);
      const again = await write(reader);
      expect([again.replayed, textOf(again.answer)]).toEqual([true, textOf(answer)]);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('stay what they were when their record is changed, again and again, by others with a key and without', async () => {
    const first = await say(sandbox, LONG, 'first');
    const second = await say(sandbox, `${LONG}!`, 'second');
    await say(sandbox, 'short');
    for (const [text, key, was] of [
      [LONG, 'first', first],
      [`${LONG}!`, 'second', second],
    ] as const) {
      const again = await say(sandbox, text, key);
      expect([again.replayed, textOf(again.answer)]).toEqual([true, textOf(was.answer)]);
    }
    expect(sandbox.view.get(notes, 'n')?.text).toBe('short');
  });

  it('are the same for another process, and for one that is forked from a snapshot', async () => {
    const first = await say(sandbox, LONG, 'k');
    const exported = sandbox.state.export();
    await say(sandbox, 'short');
    const other = store.exclusive ? sandbox : await sandboxOn(await backend.open());
    const again = await say(other, LONG, 'k');
    expect([again.replayed, textOf(again.answer)]).toEqual([true, textOf(first.answer)]);
    const records = JSON.parse(JSON.stringify(exported)) as typeof exported;
    await other.replace({ config: { ...config, seed: 'other' }, revision: 7, records });
    const restored = await say(other, LONG, 'k');
    expect([restored.replayed, textOf(restored.answer)]).toEqual([true, textOf(first.answer)]);
  });

  it('outlive a record whose life has ended, in a copy and where its room is needed', async () => {
    sandbox = await sandboxOn(store, 2);
    const first = await say(sandbox, LONG, 'k', config.clock);
    const copied = sandbox.state.export();
    expect(copied.map(({ collection }) => collection)).toEqual(['idempotency']);
    const writes = [{ collection: notes, record: { id: 'other', text: '', ends: NEVER } }];
    await commit({ sandbox, dryRun: false, prepare: async () => ({ answer: '', writes }) });
    expect(sandbox.view.get(notes, 'n')).toBeUndefined();
    const again = await say(sandbox, LONG, 'k', config.clock);
    expect([again.replayed, textOf(again.answer)]).toEqual([true, textOf(first.answer)]);
    await sandbox.replace({ config, revision: 1, records: copied });
    expect((await say(sandbox, LONG, 'k', config.clock)).replayed).toBe(true);
  });
});
