/** A commit while another replica writes, resets, restores or drops at the worst moment: every answer was true. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError, problemsOf } from '../../kit/problem-error.js';
import { type Commit, commit, type Committed } from './commit.js';
import type { MemoryStore } from '../stores/memory-store.js';
import type { View } from '../model/view.js';
import { config, notes, type Replica, replicaOn, request, twoReplicas } from '../../../test/stores/replica.js';

const textOf = (view: View): string => view.get(notes, 'shared')?.text ?? 'seeded';

let here: Replica;
let there: Replica;
/** How often the handler ran. */
let runs: number;
beforeEach(async () => {
  ({ here, there } = await twoReplicas({ maxRecords: 5 }));
  runs = 0;
  await say(here, 'first');
  // Nobody else seems to write, so that the next write is tried without asking.
  for (let i = 0; i < 3; i++) await here.sandbox.refresh();
  expect(here.sandbox.quiet).toBe(true);
});

/** Writes the note that all of them read. */
function say(replica: Replica, text: string): Promise<Committed<string>> {
  const writes = [{ collection: notes, record: { id: 'shared', text } }];
  return commit(request(replica, { prepare: async () => ({ answer: text, writes }) }));
}

/** The state of the sandbox as a process sees it that has just started. */
async function present(): Promise<string[]> {
  const { sandbox } = await replicaOn(here.store.inner as MemoryStore);
  return sandbox.view
    .changed(notes)
    .map(({ id, text }) => `${id}: ${text}`)
    .toSorted();
}

/** What another replica does, and what the note says then. */
const others = [
  ['writes', 'second', () => say(there, 'second')],
  [
    'resets',
    'seeded',
    () => there.sandbox.refresh().then(() => there.sandbox.replace({ config, revision: 0, records: [] })),
  ],
  [
    'restores another state',
    'restored',
    () => {
      const value = { id: 'shared', text: 'restored' };
      const record = { collection: 'notes', id: 'shared', value, order: null, expires: null };
      return there.sandbox.refresh().then(() => there.sandbox.replace({ config, revision: 1, records: [record] }));
    },
  ],
  ['forgets the sandbox', 'seeded', () => there.sandboxes.drop(there.sandbox)],
] as const;

type Prepare = Commit<string>['prepare'];

/** A handler that answers what it saw, before and after some work. */
const seeing =
  (work: () => Promise<void>, outcome: (saw: string) => Awaited<ReturnType<Prepare>>): Prepare =>
  async ({ view }) => {
    runs += 1;
    const before = textOf(view);
    if (runs === 1) await work();
    return outcome(`${before} ${textOf(view)}`);
  };

const nothing = async (): Promise<void> => undefined;
const failure = (saw: string) => problemsOf({})('conflict', { detail: saw });
const own = (saw: string) => ({ collection: notes, record: { id: 'own', text: saw } });
const many = (saw: string) =>
  Array.from({ length: 6 }, (_, i) => ({ collection: notes, record: { id: `n${i}`, text: saw } }));

/** What a handler may come to; whether that is stored. */
const outcomes: readonly (readonly [string, boolean, (work: () => Promise<void>) => Commit<string>])[] = [
  ['a write', true, (work) => request(here, { prepare: seeing(work, (saw) => ({ answer: saw, writes: [own(saw)] })) })],
  [
    'a write under a key',
    true,
    (work) =>
      request(here, {
        idempotency: { scope: ['k'], payload: 1 },
        prepare: seeing(work, (saw) => ({ answer: saw, writes: [own(saw)] })),
      }),
  ],
  [
    'a failure that writes',
    true,
    (work) => request(here, { prepare: seeing(work, (saw) => ({ failure: failure(saw), writes: [own(saw)] })) }),
  ],
  [
    'a failure',
    false,
    (work) => request(here, { prepare: seeing(work, (saw) => ({ failure: failure(saw), writes: [] })) }),
  ],
  [
    'a failure that is thrown',
    false,
    (work) =>
      request(here, {
        prepare: seeing(work, (saw) => {
          throw failure(saw);
        }),
      }),
  ],
  ['nothing to write', false, (work) => request(here, { prepare: seeing(work, (answer) => ({ answer, writes: [] })) })],
  [
    'a dry run',
    false,
    (work) => request(here, { dryRun: true, prepare: seeing(work, (saw) => ({ answer: saw, writes: [own(saw)] })) }),
  ],
  [
    'a dry run that fails',
    false,
    (work) =>
      request(here, {
        dryRun: true,
        prepare: seeing(work, (saw) => ({ failure: failure(saw), writes: [own(saw)] })),
      }),
  ],
];

/** What a client gets. */
function resultOf(asked: Commit<string>): Promise<string> {
  return commit(asked).then(
    ({ answer }) => answer,
    (error: unknown) => (error instanceof ProblemError ? error.message : Promise.reject(error)),
  );
}

describe.each(outcomes)('%s', (_name, isStored, asked) => {
  it('is asked about once where it must be, and not at all where the write shows it', async () => {
    const before = here.store.questions;
    expect(await resultOf(asked(nothing))).toBe('first first');
    expect(here.store.questions - before).toBe(isStored ? 0 : 1);
    expect(await present()).toEqual([...(isStored ? ['own: first first'] : []), 'shared: first']);
  });

  it.each(others)('answers with the present when another one %s before', async (_what, text, act) => {
    await act();
    expect(await resultOf(asked(nothing))).toBe(`${text} ${text}`);
    expect(await present()).toEqual([
      ...(isStored ? [`own: ${text} ${text}`] : []),
      ...(text === 'seeded' ? [] : [`shared: ${text}`]),
    ]);
  });

  it.each(others)('never mixes two states when another one %s meanwhile', async (_what, text, act) => {
    const answer = await resultOf(
      asked(async () => {
        await act();
      }),
    );
    // What writes nothing may answer what was true when it came, or the present.
    expect(isStored ? [`${text} ${text}`] : ['first first', `${text} ${text}`]).toContain(answer);
    expect(await present()).toEqual([
      ...(isStored ? [`own: ${text} ${text}`] : []),
      ...(text === 'seeded' ? [] : [`shared: ${text}`]),
    ]);
  });

  it.each(others)('never mixes two states when another one %s and a reader learns of it', async (_what, text, act) => {
    const learnt = async (): Promise<void> => {
      await act();
      await here.sandbox.refresh();
    };
    expect(await resultOf(asked(learnt))).toBe(`${text} ${text}`);
    expect(runs).toBe(2);
    expect(await present()).toEqual([
      ...(isStored ? [`own: ${text} ${text}`] : []),
      ...(text === 'seeded' ? [] : [`shared: ${text}`]),
    ]);
  });

  it.each(others)('never mixes two states where it asked before, and another one %s', async (_what, text, act) => {
    await say(there, 'noise');
    await here.sandbox.refresh();
    await say(there, 'first');
    expect(here.sandbox.quiet).toBe(false);
    const learnt = async (): Promise<void> => {
      await act();
      await here.sandbox.refresh();
    };
    expect(await resultOf(asked(learnt))).toBe(`${text} ${text}`);
  });

  it('answers nothing while the store is away, and leaves nothing', async () => {
    (isStored ? here.store.writes : here.store.reads).push('unavailable');
    await expect(commit(asked(nothing))).rejects.toMatchObject({ kind: 'service_unavailable' });
    expect(await present()).toEqual(['shared: first']);
  });

  it('answers nothing when the store breaks while it is asked', async () => {
    here.store.onQuestion = () => Promise.reject(new Error('a fault of ours'));
    here.store.writes.push('conflict');
    await expect(commit(asked(nothing))).rejects.toThrow('a fault of ours');
    expect(await present()).toEqual(['shared: first']);
  });
});

describe('under a key', () => {
  const idempotency = { scope: ['k'], payload: 1 };
  const enter = (replica: Replica, text: string, payload = 1) => {
    const writes = [{ collection: notes, record: { id: 'entered', text } }];
    return commit(
      request(replica, { idempotency: { ...idempotency, payload }, prepare: async () => ({ answer: text, writes }) }),
    );
  };

  it('replays the answer that another replica gave a moment before', async () => {
    await enter(there, 'theirs');
    expect(await enter(here, 'ours')).toEqual({ answer: 'theirs', replayed: true });
    expect(await present()).toEqual(['entered: theirs', 'shared: first']);
  });

  it('replays the answer that another replica gives in the middle of ours', async () => {
    const writes = [{ collection: notes, record: { id: 'entered', text: 'ours' } }];
    const prepare: Prepare = async () => {
      await enter(there, 'theirs');
      return { answer: 'ours', writes };
    };
    expect(await commit(request(here, { idempotency, prepare }))).toEqual({ answer: 'theirs', replayed: true });
    expect(await present()).toEqual(['entered: theirs', 'shared: first']);
  });

  it.each(others.slice(1))('replays nothing, and refuses nothing, after another one %s', async (_what, _text, act) => {
    await enter(here, 'ours');
    for (let i = 0; i < 3; i++) await here.sandbox.refresh();
    await act();
    expect(await enter(here, 'again')).toEqual({ answer: 'again', replayed: false });
    await act();
    expect(await enter(here, 'another', 2)).toEqual({ answer: 'another', replayed: false });
  });
});

it.each(others.slice(1))('is not full of records that are gone: another one %s', async (_what, _text, act) => {
  await commit(request(here, { prepare: async () => ({ answer: '', writes: many('x').slice(0, 4) }) }));
  const more = () => commit(request(here, { prepare: async () => ({ answer: 'done', writes: [own('x')] }) }));
  await expect(more()).rejects.toMatchObject({ kind: 'sandbox_full' });
  await act();
  expect(await more()).toEqual({ answer: 'done', replayed: false });
});

describe('what is known', () => {
  it('asks before each write while others write in turn, and tries no write in vain', async () => {
    await say(there, 'a');
    await say(here, 'b');
    for (let i = 0; i < 4; i++) {
      await say(there, `there ${i}`);
      const [attempts, questions] = [here.store.attempts, here.store.questions];
      await say(here, `here ${i}`);
      expect([here.store.attempts - attempts, here.store.questions - questions]).toEqual([1, 1]);
    }
  });

  it('is not sent again, neither to who reads what others wrote nor to who wrote it', async () => {
    const notesOf = (prefix: string) =>
      Array.from({ length: 3 }, (_, i) => ({ collection: notes, record: { id: `${prefix}${i}`, text: '' } }));
    await commit(request(there, { prepare: async () => ({ answer: '', writes: notesOf('a') }) }));
    const learnt = async (): Promise<number> => {
      const before = here.store.recordsSent;
      await here.sandbox.refresh();
      return here.store.recordsSent - before;
    };
    expect(await learnt()).toBe(3);
    expect(await learnt()).toBe(0);
    await say(there, 'second');
    expect(await learnt()).toBe(1);
    await say(here, 'third');
    expect(await learnt()).toBe(0);
    expect(here.sandbox.view.changed(notes).length).toBe(4);
  });

  it('asks once for each conflict', async () => {
    await say(there, 'second');
    const [attempts, questions] = [here.store.attempts, here.store.questions];
    await say(here, 'third');
    expect([here.store.attempts - attempts, here.store.questions - questions]).toEqual([2, 1]);
  });

  it.each(others)('is not taken back by an answer that comes late, when another one %s', async (_what, text, act) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    here.store.onAnswer = () => held;
    const late = here.sandbox.refresh();
    // It has its answer, from before, and that is on its way.
    await new Promise(setImmediate);
    here.store.onAnswer = nothing;
    await act();
    await here.sandbox.refresh();
    expect(textOf(here.sandbox.view)).toBe(text);
    release();
    await late;
    expect(textOf(here.sandbox.view)).toBe(text);
    expect(
      await resultOf(outcomes[0]?.[2](nothing) ?? request(here, { prepare: () => Promise.reject(new Error()) })),
    ).toBe(`${text} ${text}`);
  });

  it('stays one object through a deletion, so that no request writes behind the back of another', async () => {
    await there.sandboxes.drop(there.sandbox);
    expect(await here.sandboxes.find('s')).toBeUndefined();
    expect(await here.sandboxes.open('s')).toBe(here.sandbox);
    await here.sandboxes.drop(here.sandbox);
    expect(await here.sandboxes.open('s')).toBe(here.sandbox);
    await say(here, 'again');
    expect(await there.sandboxes.find('s')).toBe(there.sandbox);
  });

  it('comes into being again only where there is room for it', async () => {
    const write = async (): Promise<void> => {
      await commit(request(here, { prepare: async () => ({ answer: '', writes: [own('x')] }) }));
    };
    await there.sandboxes.drop(there.sandbox);
    await write();
    for (let i = 0; i < 3; i++) await here.sandbox.refresh();
    await there.sandboxes.drop(there.sandbox);
    for (let i = 0; i < 10; i++) {
      const other = { ...there, sandbox: await there.sandboxes.open(`other-${i}`) };
      await say(other, 'other');
    }
    await expect(write()).rejects.toMatchObject({ kind: 'sandbox_full' });
  });
});
