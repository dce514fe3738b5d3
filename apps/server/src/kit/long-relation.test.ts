import { expect, it } from 'vitest';
import { Dataset, longRelation } from './dataset.js';

let made = 0;
const squares = longRelation('squares', function* build(dataset): Generator<void, Uint32Array> {
  made += 1;
  const all = new Uint32Array(dataset.size('things'));
  for (let i = 0; i < all.length; i++) {
    if (i % 2 === 0) yield;
    all[i] = i * i;
  }
  return all;
});

const datasetOf = (): Dataset => new Dataset('seed', { things: 7 });
const expected = Uint32Array.from([0, 1, 4, 9, 16, 25, 36]);

it('is the same in steps, at once, or begun in steps and needed in the middle', () => {
  const [stepped, atOnce, both] = [datasetOf(), datasetOf(), datasetOf()];
  expect([...squares.steps(stepped)]).toHaveLength(4);
  expect(squares.isBuilt(stepped)).toBe(true);
  const steps = squares.steps(both);
  steps.next();
  expect(squares.isBuilt(both)).toBe(false);
  for (const dataset of [stepped, atOnce, both]) expect(squares(dataset)).toEqual(expected);
  expect(steps.next().done).toBe(true);
});

it('is built once, however many build it, and anew once it was forgotten', () => {
  const dataset = datasetOf();
  const before = made;
  const builders = [squares.steps(dataset), squares.steps(dataset)];
  while (builders.map((steps) => steps.next().done).includes(false)) expect(made).toBe(before + 1);
  expect(squares(dataset)).toEqual(expected);
  dataset.forget();
  expect(squares(dataset)).toEqual(expected);
  expect(made).toBe(before + 2);
});
