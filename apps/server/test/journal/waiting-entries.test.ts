/** Entries that wait for a store that processes share: none is lost or counted twice, whatever comes, goes and gives way. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Pending } from '../../src/journal/journal-store.js';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import type { RepeatedExchange } from '../../src/journal/repeated-exchange.js';
import { Repeats } from '../../src/journal/repeats.js';
import { WaitingEntries } from '../../src/journal/waiting-entries.js';
import { bodyOf, entryOf, exchangeOf, repeatedOf } from './journals.js';
import { long } from '../long.js';

const response = { headers: { 'content-type': 'text/plain' }, body: bodyOf('x'.repeat(100)) };
const shared = new RepeatablePart({ ...exchangeOf({ response }), status: 200 });

const connectionOf = (id: number): string => `c${id % 3}`;

function repeated(id: number, sandbox: string): RepeatedExchange {
  const times = { since: id, until: id + 2, appMs: 1, receivedAt: id };
  const how = { address: '10.0.0.1', connection: connectionOf(id), ended: 'complete', hasHead: true } as const;
  return repeatedOf(shared, { id, headers: [], ...times, ...how }, { sandbox, isMinor: false });
}

/** What happens to them, and how often; a burst fills the rows that there is room for several times over. */
const step = fc.record({
  what: fc.constantFrom('repeated', 'repeated', 'other', 'take', 'take', 'write', 'lose'),
  sandbox: fc.constantFrom('a', 'b'),
  times: fc.constantFrom(1, 2, 40, 400),
});

/** The ids that entries have, which were taken out. */
function idsOf(taken: Pending | undefined): readonly number[] {
  if (taken instanceof Repeats) {
    const list = Array.from(taken);
    for (const { id, connection } of list) expect(connection).toBe(connectionOf(Number(id)));
    return list.map(({ id }) => Number(id));
  }
  return taken === undefined ? [] : [taken.answeredAt];
}

long('gives each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const waiting = new WaitingEntries();
      const added = { a: [] as number[], b: [] as number[] };
      const written = { a: [] as number[], b: [] as number[] };
      let batch: Pending[] = [];
      let [count, taken, lost] = [0, 0, 0];
      const take = (): boolean => {
        const next = waiting.next();
        if (next === undefined) return false;
        taken += next instanceof Repeats ? next.length : 1;
        batch.push(next);
        return true;
      };
      // Whoever writes reads them long after they were taken out, while others come.
      const write = (): void => {
        for (const one of batch) written[one.sandbox === 'a' ? 'a' : 'b'].push(...idsOf(one));
        waiting.written(batch);
        batch = [];
      };
      for (const { what, sandbox, times } of steps) {
        const name = sandbox === 'a' ? 'a' : 'b';
        if (what === 'take') take();
        else if (what === 'write') write();
        else if (what === 'lose') lost += waiting.lose() === undefined ? 0 : 1;
        else {
          for (let i = 0; i < times; i += 1) {
            count += 1;
            added[name].push(count);
            waiting.add(what === 'repeated' ? repeated(count, name) : entryOf({ sandbox: name, answeredAt: count }));
          }
        }
        expect(waiting.entries).toBe(count - lost - taken);
      }
      while (take());
      write();
      expect([waiting.entries, waiting.bytes, waiting.length]).toEqual([0, 0, 0]);
      expect(written.a.length + written.b.length + lost).toBe(count);
      for (const name of ['a', 'b'] as const) {
        expect(new Set(written[name]).size).toBe(written[name].length);
        expect(written[name].every((id) => added[name].includes(id))).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

it('gives what repeats itself in its order', () => {
  const waiting = new WaitingEntries();
  for (const ids of [[1, 2, 3], Array.from({ length: 700 }, (_, i) => 10 + i), [801, 802]]) {
    for (const id of ids) waiting.add(repeated(id, 'a'));
    const next = waiting.next();
    expect(idsOf(next)).toEqual(ids);
    if (next !== undefined) waiting.written([next]);
  }
});

it('holds nothing of what is written, or has given way: heads of requests know on what they were put down', () => {
  const waiting = new WaitingEntries();
  const put = (id: number): Repeats => {
    const exchange = Object.assign(repeated(id, 'a'), { id: `own-${id}` });
    waiting.add(exchange);
    return exchange.head.waiting?.among as Repeats;
  };
  const written = put(1);
  const next = waiting.next();
  expect(next).toBe(written);
  expect(written.kind(0)).toMatchObject({ shared });
  expect(written.id(-1)).toBe('own-1');
  waiting.written([written]);
  const lost = put(2);
  waiting.lose();
  for (const one of [written, lost]) {
    expect([one.length, one.bytes, one.id(-1)]).toEqual([0, 0, '']);
    expect(() => one.kind(0)).toThrow(RangeError);
  }
});
