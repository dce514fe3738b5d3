/** Writes under a key: what is remembered of them, for how long, and what is said to who reuses one. */
import { beforeEach, describe, expect, it } from 'vitest';
import { config, notes, type Replica, replicaOn, request } from '../../../test/stores/replica.js';
import { commit, type Committed } from './commit.js';
import { CLOCK_ID, clocks } from '../model/internal.js';
import { MemoryStore } from '../stores/memory-store.js';

const DAY = 86_400_000;

let replica: Replica;
beforeEach(async () => {
  replica = await replicaOn(new MemoryStore());
});

/** Writes a note under a key; its text is the answer as well. */
function enter(text: string, { key = 'k', payload = 1 } = {}): Promise<Committed<string>> {
  const writes = [{ collection: notes, record: { id: 'entered', text } }];
  return commit(
    request(replica, { idempotency: { scope: [key], payload }, prepare: async () => ({ answer: text, writes }) }),
  );
}

/** Winds the clock to a time after the start, in ms. */
async function wind(ms: number): Promise<void> {
  const writes = [{ collection: clocks, record: { id: CLOCK_ID, state: { mode: 'frozen', at: config.clock + ms } } }];
  await commit(request(replica, { prepare: async () => ({ answer: '', writes }) }));
}

const noted = (): string | undefined => replica.sandbox.view.get(notes, 'entered')?.text;

describe('a key', () => {
  beforeEach(async () => {
    await wind(0);
    await enter('first');
  });

  it('stands for its answer until a day has gone by', async () => {
    await wind(DAY - 1);
    expect(await enter('second')).toEqual({ answer: 'first', replayed: true });
    expect(noted()).toBe('first');
    await wind(DAY);
    expect(await enter('third')).toEqual({ answer: 'third', replayed: false });
    expect(noted()).toBe('third');
  });

  it('stands for its payload until a day has gone by', async () => {
    await wind(DAY - 1);
    const detail = 'this Idempotency-Key was used with another payload; send a fresh key';
    const refusal = { kind: 'idempotency_key_reused', details: { detail } };
    await expect(enter('second', { payload: 2 })).rejects.toMatchObject(refusal);
    expect(noted()).toBe('first');
    await wind(DAY);
    expect(await enter('third', { payload: 2 })).toEqual({ answer: 'third', replayed: false });
  });

  it('is remembered anew by the write that comes after its day', async () => {
    await wind(DAY);
    await enter('second');
    await wind(2 * DAY - 1);
    expect(await enter('third')).toEqual({ answer: 'second', replayed: true });
  });

  it('says nothing of another key, or of a write without one', async () => {
    expect(await enter('second', { key: 'l' })).toEqual({ answer: 'second', replayed: false });
    const writes = [{ collection: notes, record: { id: 'entered', text: 'third' } }];
    const without = () => commit(request(replica, { prepare: async () => ({ answer: 'third', writes }) }));
    for (let i = 0; i < 2; i++) expect(await without()).toEqual({ answer: 'third', replayed: false });
  });
});
