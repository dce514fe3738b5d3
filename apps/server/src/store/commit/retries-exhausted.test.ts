/** Writers whose clients hang up: who has not had its turn is never decided, and holds up nobody. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { commit, type Committed } from './commit.js';
import type { Sandbox } from '../registry/sandbox.js';
import { MemoryStore } from '../stores/memory-store.js';
import { notes, replicaOn, sandboxesOn } from '../../../test/stores/replica.js';

/** A sandbox in memory alone, and one whose writers share writes. */
const sandboxes: readonly (readonly [string, () => Promise<Sandbox>])[] = [
  ['alone', async () => sandboxesOn(new MemoryStore()).open('s')],
  ['with others', async () => (await replicaOn(new MemoryStore())).sandbox],
];

describe.each(sandboxes)('%s', (_name, open) => {
  function write(sandbox: Sandbox, id: string, more: { until?: Promise<void>; signal?: () => AbortSignal } = {}) {
    const { until, signal } = more;
    const prepare = async () => {
      await until;
      return { answer: id, writes: [{ collection: notes, record: { id, text: '' } }] };
    };
    return commit({ sandbox, prepare, dryRun: false, signal });
  }

  const ids = (sandbox: Sandbox): string[] =>
    sandbox.view
      .changed(notes)
      .map(({ id }) => id)
      .toSorted();

  it('leave the queue, and what has begun is finished', async () => {
    const sandbox = await open();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    const controllers = [new AbortController(), new AbortController()];
    const [begun, waiting] = controllers.map(({ signal }, i) =>
      write(sandbox, `w${i}`, i === 0 ? { until, signal: () => signal } : { signal: () => signal }),
    );
    const last = write(sandbox, 'last');
    await nextTurn();
    for (const controller of controllers) controller.abort();
    release();
    const settled = await Promise.allSettled([begun, waiting, last]);
    expect(settled).toMatchObject([
      { value: { answer: 'w0' } },
      { reason: { kind: 'timeout' } },
      { value: { answer: 'last' } },
    ]);
    expect(ids(sandbox)).toEqual(['last', 'w0']);
  });

  it('are not asked whether somebody waits for them where nobody is before them', async () => {
    const sandbox = await open();
    await write(sandbox, 'a', {
      signal: () => {
        throw new Error('a signal was made');
      },
    });
    expect(ids(sandbox)).toEqual(['a']);
  });

  it('are refused when too many wait, with a time to come again', async () => {
    const sandbox = await open();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    const first = write(sandbox, 'first', { until });
    const all: Promise<Committed<string>>[] = [];
    for (let i = 0; i < 2500; i++) all.push(write(sandbox, `w${i}`));
    const settled = Promise.allSettled(all);
    release();
    await first;
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(500);
    for (const one of refused) {
      expect(one).toMatchObject({
        reason: { kind: 'service_unavailable', details: { headers: { 'retry-after': '1' } } },
      });
    }
    expect((await write(sandbox, 'again')).answer).toBe('again');
  });
});
