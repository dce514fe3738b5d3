/** Entries that wait for a store that processes share: none is lost or counted twice, whatever comes, goes and gives way. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import { RepeatedExchange } from '../../src/journal/repeated-exchange.js';
import { Repeats } from '../../src/journal/repeats.js';
import { WaitingEntries } from '../../src/journal/waiting-entries.js';
import { bodyOf, entryOf, exchangeOf } from './journals.js';

const response = { headers: { 'content-type': 'text/plain' }, body: bodyOf('x'.repeat(100)) };
const shared = new RepeatablePart({ ...exchangeOf({ response }), status: 200 });

function repeated(id: number, sandbox: string): RepeatedExchange {
  const times = { since: id, until: id + 2, appMs: 1, receivedAt: id };
  const how = { address: '10.0.0.1', connection: `c${id % 3}`, ended: 'complete', hasHead: true } as const;
  return new RepeatedExchange({ shared, headers: [] }, { id, ...times, ...how }, { sandbox, isMinor: false });
}

/** What happens to them, and how often; a burst fills the rows that there is room for several times over. */
const step = fc.record({
  what: fc.constantFrom('repeated', 'repeated', 'other', 'take', 'lose'),
  sandbox: fc.constantFrom('a', 'b'),
  times: fc.constantFrom(1, 2, 40, 400),
});

/** The ids that entries have, which were taken out. */
function idsOf(taken: ReturnType<WaitingEntries['next']>): readonly number[] {
  if (taken instanceof Repeats) return Array.from(taken, ({ id }) => Number(id));
  return taken === undefined ? [] : [taken.answeredAt];
}

it('gives each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const waiting = new WaitingEntries();
      const added = { a: [] as number[], b: [] as number[] };
      const taken = { a: [] as number[], b: [] as number[] };
      let [count, lost] = [0, 0];
      const take = (): boolean => {
        const next = waiting.next();
        if (next !== undefined) taken[next.sandbox === 'a' ? 'a' : 'b'].push(...idsOf(next));
        return next !== undefined;
      };
      for (const { what, sandbox, times } of steps) {
        const name = sandbox === 'a' ? 'a' : 'b';
        if (what === 'take') take();
        else if (what === 'lose') lost += waiting.lose() === undefined ? 0 : 1;
        else {
          for (let i = 0; i < times; i += 1) {
            count += 1;
            added[name].push(count);
            waiting.add(what === 'repeated' ? repeated(count, name) : entryOf({ sandbox: name, answeredAt: count }));
          }
        }
        expect(waiting.entries).toBe(count - lost - taken.a.length - taken.b.length);
      }
      while (take());
      expect([waiting.entries, waiting.bytes, waiting.length]).toEqual([0, 0, 0]);
      expect(taken.a.length + taken.b.length + lost).toBe(count);
      for (const name of ['a', 'b'] as const) {
        expect(new Set(taken[name]).size).toBe(taken[name].length);
        expect(taken[name].every((id) => added[name].includes(id))).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

it('gives what repeats itself in its order', () => {
  const waiting = new WaitingEntries();
  for (const ids of [[1, 2, 3], Array.from({ length: 700 }, (_, i) => 10 + i)]) {
    for (const id of ids) waiting.add(repeated(id, 'a'));
    expect(idsOf(waiting.next())).toEqual(ids);
  }
});
