import { expect, it } from 'vitest';
import { FairPool } from './services.js';

/** A task that runs until it is made to end, or to fail. */
class Gate {
  readonly log: string[];
  readonly name: string;
  #settle: { resolve: () => void; reject: (failure: Error) => void } | undefined;

  constructor(name: string, log: string[]) {
    this.name = name;
    this.log = log;
  }

  task = (): Promise<void> => {
    this.log.push(this.name);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  };

  end = (): void => this.#settle?.resolve();
  fail = (): void => this.#settle?.reject(new Error('broken'));
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const asker = (signal = new AbortController().signal) => ({ owner: {}, signal });

it('runs as many as it has slots, and lets those who ask take turns', async () => {
  const pool = new FairPool({ slots: 1, maxWaiting: 10, maxOwned: 10 });
  const log: string[] = [];
  const many = ['a1', 'a2', 'a3'].map((name) => new Gate(name, log));
  const one = new Gate('b1', log);
  const first = pool.all(
    many.map(({ task }) => task),
    asker(),
  );
  const second = pool.all([one.task], asker());
  for (const gate of [many[0], many[1], one, many[2]]) {
    await settled();
    expect(log.at(-1)).toBe(gate?.name);
    gate?.end();
  }
  await Promise.all([first, second]);
  expect(log).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('refuses what is too much for one owner, or for all, and takes more when there is less', async () => {
  const pool = new FairPool({ slots: 1, maxWaiting: 3, maxOwned: 2 });
  const gates = Array.from({ length: 8 }, () => new Gate('', []));
  const [running, ...rest] = gates.map(({ task }) => task);
  const greedy = asker();
  const refusal = { kind: 'service_unavailable', details: { headers: { 'retry-after': '1' } } };
  const done = [pool.all(running === undefined ? [] : [running], greedy), pool.all(rest.slice(0, 2), greedy)];
  await expect(pool.all(rest.slice(2, 3), greedy)).rejects.toMatchObject(refusal);
  done.push(pool.all(rest.slice(2, 3), asker()));
  await expect(pool.all(rest.slice(3, 4), asker())).rejects.toMatchObject(refusal);
  gates[0]?.end();
  await settled();
  done.push(pool.all(rest.slice(3, 4), asker()));
  // Each round ends the one that runs.
  for (let round = 0; round < gates.length; round++) {
    for (const gate of gates) gate.end();
    await settled();
  }
  await Promise.all(done);
});

it('drops what waits for whoever hangs up, and what would come later', async () => {
  const pool = new FairPool({ slots: 1, maxWaiting: 3, maxOwned: 3 });
  const log: string[] = [];
  const gates = ['1', '2', '3'].map((name) => new Gate(name, log));
  const client = new AbortController();
  const gone = pool.all(
    gates.map(({ task }) => task),
    asker(client.signal),
  );
  client.abort();
  await expect(gone).rejects.toMatchObject({ kind: 'timeout' });
  await expect(pool.all([async () => undefined], asker(client.signal))).rejects.toMatchObject({ kind: 'timeout' });
  const next = pool.all([async () => void log.push('next')], asker());
  gates[0]?.end();
  await next;
  expect(log).toEqual(['1', 'next']);
});

it('drops the rest of what failed, and goes on', async () => {
  const pool = new FairPool({ slots: 1, maxWaiting: 3, maxOwned: 3 });
  const log: string[] = [];
  const gates = ['1', '2'].map((name) => new Gate(name, log));
  const broken = pool.all(
    gates.map(({ task }) => task),
    asker(),
  );
  gates[0]?.fail();
  await expect(broken).rejects.toThrow('broken');
  await pool.all([async () => void log.push('next')], asker());
  expect(log).toEqual(['1', 'next']);
});
