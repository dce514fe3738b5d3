/** The queue of writers: how much it asks of the store, and what becomes of those it has no room or no luck for. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notes, type Replica, replicaOn, request, twoReplicas } from '../../../test/stores/replica.js';
import { commit, type Prepared } from './commit.js';
import type { MemoryStore } from '../stores/memory-store.js';

let shared: MemoryStore;
let here: Replica;
let there: Replica;
beforeEach(async () => {
  ({ shared, here, there } = await twoReplicas());
});

/** Writes a note, and answers how many there were before. */
async function write(replica: Replica, id: string): Promise<number> {
  let before = 0;
  const { answer } = await commit(
    request(replica, {
      prepare: async ({ view }) => {
        before = view.changed(notes).length;
        return { answer: String(before), writes: [{ collection: notes, record: { id, text: '' } }] };
      },
    }),
  );
  return Number(answer);
}

const readNothing = (replica: Replica) =>
  commit(request(replica, { prepare: async () => ({ answer: 'nothing', writes: [] }) }));

it('asks once for what writes nothing, where others have written', async () => {
  for (const id of ['a', 'b', 'c']) await write(there, id);
  const { questions } = here.store;
  expect(await readNothing(here)).toMatchObject({ answer: 'nothing' });
  expect(here.store.questions - questions).toBe(1);
});

it('lets each write by itself where the store belongs to this process alone', async () => {
  Object.defineProperty(here.store, 'exclusive', { value: true });
  const { attempts } = here.store;
  expect(await Promise.all(['a', 'b', 'c'].map((id) => write(here, id)))).toEqual([0, 1, 2]);
  expect(here.store.attempts - attempts).toBe(3);
});

it('gives up, and says so, where others come first every time', async () => {
  const { attempts } = here.store;
  here.store.writes.push(...Array.from({ length: 100 }, () => 'conflict' as const));
  await expect(Promise.all([write(here, 'a'), write(here, 'b')])).rejects.toMatchObject({
    kind: 'service_unavailable',
    details: { detail: 'other writers came first again and again; try again in 1 second' },
  });
  expect(here.store.attempts - attempts).toBeLessThan(50);
});

it('refuses at once whom it has no room for, and stores exactly what it acknowledged to the others', async () => {
  // A few notes that are written over and over, so that the sandbox has room for them.
  const idOf = (i: number): string => `${i % 5}`;
  const work = Array.from({ length: 600 }, (_, i) => {
    const writes = [{ collection: notes, record: { id: idOf(i), text: `${i}` } }];
    return commit(request(here, { prepare: async () => ({ answer: '', writes }) }));
  });
  const settled = await Promise.allSettled(work);
  const refused = settled.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'service_unavailable' });
  const acknowledged = settled.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
  const stored = (await replicaOn(shared)).sandbox.view.changed(notes).map(({ text }) => Number(text));
  expect(stored.toSorted((a, b) => a - b)).toEqual(acknowledged.slice(-5));
});

describe('a writer whose client hangs up', () => {
  /** Something that is held until it is let go. */
  function gate() {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  /** Writes a note once something has happened; a second of the same moment is in the group of the first. */
  function writeAfter(id: string, until: Promise<void>, signal?: AbortSignal) {
    const begun = gate();
    const prepare = vi.fn<() => Promise<Prepared<string>>>(async () => {
      begun.open();
      await until;
      return { answer: id, writes: [{ collection: notes, record: { id, text: '' } }] };
    });
    const committed = commit(request(here, { prepare, ...(signal === undefined ? {} : { signal: () => signal }) }));
    return {
      prepare,
      begun: begun.opened,
      result: committed.then(
        ({ answer }) => answer,
        (error: Error) => error.message,
      ),
    };
  }

  it('learns it at once, however long the one before takes, and is not decided', async () => {
    const { open, opened } = gate();
    const first = writeAfter('first', opened);
    await first.begun;
    const client = new AbortController();
    const second = writeAfter('second', Promise.resolve(), client.signal);
    client.abort();
    expect(await second.result).toBe('the client hung up');
    open();
    expect(await first.result).toBe('first');
    expect(second.prepare).not.toHaveBeenCalled();
  });

  it('is not decided in its group either, which has nothing more to do for it', async () => {
    const { open, opened } = gate();
    const client = new AbortController();
    const [first, second] = [writeAfter('first', opened), writeAfter('second', Promise.resolve(), client.signal)];
    await first.begun;
    const alone = vi.spyOn(here.sandbox, 'alone');
    const { attempts, questions } = here.store;
    client.abort();
    open();
    expect([await first.result, await second.result]).toEqual(['first', 'the client hung up']);
    await here.sandbox.exclusively(async () => undefined);
    expect(second.prepare).not.toHaveBeenCalled();
    expect([here.store.attempts - attempts, here.store.questions - questions, alone.mock.calls.length]).toEqual([
      1, 0, 0,
    ]);
  });

  it('learns what became of it where it had been decided', async () => {
    const { open, opened } = gate();
    const client = new AbortController();
    const [first, second] = [writeAfter('first', Promise.resolve()), writeAfter('second', opened, client.signal)];
    await second.begun;
    client.abort();
    open();
    expect([await first.result, await second.result]).toEqual(['first', 'second']);
  });
});

it('does exclusive work in turn, refuses one more than may wait, and takes others again when they are done', async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { sandbox } = here;
  const waiting = Array.from({ length: 500 }, () => sandbox.exclusively(() => opened));
  await expect(sandbox.exclusively(async () => 'late')).rejects.toMatchObject({
    kind: 'service_unavailable',
    details: { headers: { 'retry-after': '1' } },
  });
  open();
  await Promise.all(waiting);
  expect(await sandbox.exclusively(async () => 'again')).toBe('again');
});

it('has room for another once one that waits is given up', async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { sandbox } = here;
  const first = sandbox.exclusively(() => opened);
  const client = new AbortController();
  const given = commit(
    request(here, { prepare: async () => ({ answer: '', writes: [] }), signal: () => client.signal }),
  );
  const others = Array.from({ length: 498 }, () => sandbox.exclusively(async () => undefined));
  await expect(sandbox.exclusively(async () => 'late')).rejects.toMatchObject({ kind: 'service_unavailable' });
  client.abort();
  await expect(given).rejects.toMatchObject({ kind: 'timeout' });
  const last = sandbox.exclusively(async () => 'last');
  open();
  await Promise.all([first, ...others]);
  expect(await last).toBe('last');
});
