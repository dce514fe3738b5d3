/** The clock of a store beside that of exchanges, on a machine that halts a process wherever it likes. */
import { expect, it } from 'vitest';
import { StoreClock } from './sql.js';

const LATER = 5000;

/** A clock over times that a test moves; before the reading of a clock with this number, the process is halted for so long. */
function haltedAt(halts: Readonly<Record<number, number>>) {
  const time = { own: 0, difference: LATER };
  let readings = 0;
  const halted = (): void => {
    time.own += halts[readings] ?? 0;
    readings += 1;
  };
  const own = (): number => {
    halted();
    return time.own;
  };
  const machine = (): number => {
    halted();
    return time.own + time.difference;
  };
  const store = new StoreClock();
  const read = (): number => {
    store.read({ asked: own(), now: machine(), heard: own() });
    return store.later;
  };
  return { read, time };
}

it.each([
  ['before the machine is asked', 4],
  ['after it', 5],
])('a halt %s puts nothing before what came earlier', (_when, reading) => {
  const { read, time } = haltedAt({ [reading]: 40 });
  const laters = [read(), read(), read()];
  expect(laters).toEqual([LATER, LATER, LATER]);
  expect(time.own).toBe(40);
});

it.each([1, 2])('a halt in the first reading is made up for, and only forwards', (reading) => {
  const { read } = haltedAt({ [reading]: 40 });
  const [first = 0, ...others] = [read(), read(), read()];
  expect(first).toBeLessThanOrEqual(LATER);
  expect(others).toEqual([LATER, LATER]);
});

it('another difference is followed, as of a machine that slept', () => {
  const { read, time } = haltedAt({});
  for (const difference of [LATER, LATER + 900, LATER - 900]) {
    time.difference = difference;
    expect(read()).toBe(difference);
  }
});
