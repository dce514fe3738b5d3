/** Writers of one process that come in the same moment: they share a write, and nobody notices. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { problemsOf } from '../../kit/problem-error.js';
import { commit, type Prepared } from './commit.js';
import type { State } from '../model/state.js';
import { MemoryStore } from '../stores/memory-store.js';
import type { Fault } from '../../../test/stores/faulty-store.js';
import { notes, type Replica, replicaOn, request, twoReplicas } from '../../../test/stores/replica.js';
import { long } from '../../../test/long.js';

let shared: MemoryStore;
let here: Replica;
let there: Replica;
beforeEach(async () => {
  ({ shared, here, there } = await twoReplicas());
});

const texts = ({ view }: Pick<State, 'view'>): string[] =>
  view
    .changed(notes)
    .map(({ text }) => text)
    .toSorted();

/** The state as a process sees it that has just started. */
const present = async (): Promise<string[]> => texts((await replicaOn(shared)).sandbox);

const note = (id: string, text = id) => ({ collection: notes, record: { id, text } });

/** Takes the next of some seats, or fails where there is none; answers how many were taken before. */
function takeSeat(replica: Replica, seats = 50): Promise<string> {
  const prepare = async ({ view }: State): Promise<Prepared<string>> => {
    const taken = view.changed(notes).length;
    if (taken >= seats) throw problemsOf({})('conflict', { detail: `all ${seats} seats are taken` });
    return { answer: `after ${taken}`, writes: [note(`seat ${taken}`)] };
  };
  return commit(request(replica, { prepare })).then(({ answer }) => answer);
}

const outcomesOf = async (work: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(work)).map((result) =>
    result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
  );

const many = <Value>(count: number, value: () => Value): Value[] => Array.from({ length: count }, value);

/** Something that is held until it is let go. */
function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

it('gives each what those before it left, a revision of its own, and one write to all', async () => {
  const { attempts } = here.store;
  expect(await outcomesOf(many(20, () => takeSeat(here)))).toEqual(Array.from({ length: 20 }, (_, i) => `after ${i}`));
  expect(here.store.attempts - attempts).toBe(1);
  expect(here.sandbox.revision).toBe(20);
  expect((await present()).length).toBe(20);
});

it('gives exactly as many seats as there are, and a reason to the others', async () => {
  const outcomes = await outcomesOf(many(30, () => takeSeat(here, 10)));
  expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, i) => `after ${i}`));
  expect(new Set(outcomes.slice(10))).toEqual(new Set(['all 10 seats are taken']));
  expect(here.sandbox.revision).toBe(10);
});

it('shares a write among fifty at most', async () => {
  const { attempts } = here.store;
  await Promise.all(many(120, () => takeSeat(here, 1000)));
  expect(here.store.attempts - attempts).toBe(3);
  expect((await present()).length).toBe(120);
});

it('lets all decide again when another process came first, and loses none of either', async () => {
  await takeSeat(here);
  here.store.writes.push('conflict');
  here.store.onConflict = async () => {
    await takeSeat(there);
  };
  expect(await outcomesOf(many(5, () => takeSeat(here)))).toEqual(
    Array.from({ length: 5 }, (_, i) => `after ${i + 2}`),
  );
  expect((await present()).length).toBe(7);
  expect(here.sandbox.revision).toBe(7);
});

it('shows nobody what the store has not got yet, and never what it did not take', async () => {
  await takeSeat(here);
  const { open, opened } = gate();
  here.store.onWrite = () => opened;
  here.store.writes.push('none', 'unavailable');
  const first = many(3, () => takeSeat(here));
  for (let i = 0; i < 5; i++) await nextTurn();
  expect(here.store.attempts).toBe(2);
  expect(texts(here.sandbox)).toEqual(['seat 0']);
  await here.sandbox.refresh();
  expect(texts(here.sandbox)).toEqual(['seat 0']);
  const second = many(3, () => takeSeat(here));
  open();
  expect(await outcomesOf(first)).toEqual(['after 1', 'after 2', 'after 3']);
  expect(new Set(await outcomesOf(second))).toEqual(
    new Set(['the store cannot be reached at the moment; try again in 1 second']),
  );
  expect(texts(here.sandbox).length).toBe(4);
  expect(await present()).toEqual(texts(here.sandbox));
});

it('reports no failure that rests on a write which the store did not take', async () => {
  here.store.writes.push('unavailable');
  const outcomes = await outcomesOf([takeSeat(here, 1), takeSeat(here, 1)]);
  expect(outcomes).toEqual(many(2, () => 'the store cannot be reached at the moment; try again in 1 second'));
  expect(await outcomesOf([takeSeat(here, 1), takeSeat(here, 1)])).toEqual(['after 0', 'all 1 seats are taken']);
});

it('replays the answer of one with the same key', async () => {
  let runs = 0;
  const prepare = async (): Promise<Prepared<string>> => ({ answer: `run ${(runs += 1)}`, writes: [note('a')] });
  const enter = () => commit(request(here, { prepare, idempotency: { scope: ['k'], payload: 1 } }));
  expect(await Promise.all([enter(), enter(), enter()])).toEqual([
    { answer: 'run 1', replayed: false },
    { answer: 'run 1', replayed: true },
    { answer: 'run 1', replayed: true },
  ]);
  expect(here.sandbox.revision).toBe(1);
});

it('counts what those before it wrote against the limit', async () => {
  here = await replicaOn(shared, { maxRecords: 3 });
  const fill = (id: string) =>
    commit(request(here, { prepare: async () => ({ answer: id, writes: [note(id)] }) })).then(({ answer }) => answer);
  expect(await outcomesOf(['a', 'b', 'c', 'd'].map(fill))).toEqual([
    'a',
    'b',
    'c',
    'sandbox s holds 3 changed records, of 3 allowed; reset it, or start the server with a larger --max-records',
  ]);
});

/** How often a slow one has decided. */
let slowRuns: number;
beforeEach(() => void (slowRuns = 0));

/** Takes a seat once it is let go on. */
function takeSlowly(replica: Replica, until: Promise<void>): Promise<string> {
  const prepare = async ({ view }: State): Promise<Prepared<string>> => {
    slowRuns += 1;
    const before = view.changed(notes).length;
    await until;
    const taken = view.changed(notes).length;
    return { answer: `after ${before} and ${taken}`, writes: [note(`seat ${taken}`)] };
  };
  return commit(request(replica, { prepare })).then(({ answer }) => answer);
}

it('lets nobody wait for a slow one that came later, and changes nothing under it', async () => {
  const { open, opened } = gate();
  const early = many(2, () => takeSeat(here));
  const slow = takeSlowly(here, opened);
  const late = takeSeat(here);
  expect(await Promise.all(early)).toEqual(['after 0', 'after 1']);
  expect((await present()).length).toBe(2);
  open();
  expect(await slow).toBe('after 2 and 2');
  expect(await late).toBe('after 3');
  expect(slowRuns).toBe(1);
  expect((await present()).length).toBe(4);
  expect(here.sandbox.revision).toBe(4);
});

it.each(['writes', 'learns'])('lets a slow one decide again when another process %s meanwhile', async (what) => {
  const { open, opened } = gate();
  const early = takeSeat(here);
  const slow = takeSlowly(here, opened);
  const late = takeSeat(here);
  await early;
  await takeSeat(there);
  if (what === 'learns') await here.sandbox.refresh();
  open();
  expect(await outcomesOf([slow, late])).toEqual(['after 2 and 2', 'after 3']);
  expect(slowRuns).toBe(2);
  expect(await present()).toEqual(['seat 0', 'seat 1', 'seat 2', 'seat 3']);
});

it('answers those before a slow one only once when the store goes away after them', async () => {
  const { open, opened } = gate();
  const early = takeSeat(here);
  const slow = takeSlowly(here, opened);
  await early;
  here.store.writes.push('unavailable');
  open();
  await expect(slow).rejects.toMatchObject({ kind: 'service_unavailable' });
  expect(await present()).toEqual(['seat 0']);
  expect(await takeSeat(here)).toBe('after 1');
});

it('lets each have its turn in the order in which they came, a reset among them', async () => {
  const work = [
    takeSeat(here),
    here.sandbox
      .exclusively(() => here.sandbox.replace({ config: here.sandbox.config, revision: 0, records: [] }))
      .then(() => 'reset'),
    takeSeat(here),
  ];
  expect(await outcomesOf(work)).toEqual(['after 0', 'reset', 'after 0']);
  expect(await present()).toEqual(['seat 0']);
});

/** One of many writers: which process it is in, and how many turns it takes to decide. */
const writerOf = fc.record({ isHere: fc.boolean(), turns: fc.constantFrom(0, 0, 0, 1, 3) });
const fault = fc.constantFrom<Fault>('none', 'none', 'none', 'conflict', 'unavailable', 'lost answer');

/** Takes a seat, some turns of the event loop after it has looked; answers none where it fails. */
function takeAfter(replica: Replica, turns: number): Promise<string | undefined> {
  const prepare = async ({ view }: State): Promise<Prepared<string>> => {
    const taken = view.changed(notes).length;
    for (let i = 0; i < turns; i++) await nextTurn();
    return { answer: String(taken), writes: [note(`seat ${view.changed(notes).length}`)] };
  };
  return commit(request(replica, { prepare })).then(
    ({ answer }) => `seat ${answer}`,
    () => undefined,
  );
}

long(
  'loses no write that was answered and gives no seat twice, whatever becomes of the store, in two processes',
  async () => {
    const bursts = fc.array(fc.array(writerOf, { maxLength: 8 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(bursts, fc.array(fault), fc.array(fault), async (given, hereFaults, thereFaults) => {
        shared = new MemoryStore();
        [here, there] = [await replicaOn(shared), await replicaOn(shared)];
        here.store.writes.push(...hereFaults);
        there.store.writes.push(...thereFaults);
        const work: Promise<string | undefined>[] = [];
        for (const burst of given) {
          work.push(...burst.map(({ isHere, turns }) => takeAfter(isHere ? here : there, turns)));
          await nextTurn();
        }
        const answered = (await Promise.all(work)).filter((seat) => seat !== undefined);
        expect(new Set(answered).size).toBe(answered.length);
        const fresh = (await replicaOn(shared)).sandbox;
        const seats = texts(fresh);
        expect(seats).toEqual(Array.from({ length: seats.length }, (_, i) => `seat ${i}`).toSorted());
        expect(seats).toEqual(expect.arrayContaining(answered));
        expect(fresh.revision).toBe(seats.length);
        for (const { sandbox } of [here, there]) {
          await sandbox.refresh();
          expect([sandbox.revision, texts(sandbox)]).toEqual([fresh.revision, seats]);
        }
        expect(seats.length).toBeLessThanOrEqual(work.length);
        if (!hereFaults.includes('lost answer') && !thereFaults.includes('lost answer'))
          expect(seats).toEqual(answered.toSorted());
      }),
      { numRuns: 300 },
    );
  },
);
