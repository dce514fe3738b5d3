/** Our own domains answer on every store what they answer in memory, byte for byte. */
import { oneOfEach } from '@understudy/tooling/sample';
import { afterAll, expect, it } from 'vitest';
import { runCase } from '../../src/check/transcribe.js';
import { durableStores } from '../stores/stores.js';
import { benchOn, kindsOf, ourRows } from './check-our-domains.js';

const backends = await Promise.all(durableStores.map(async ([name, make]) => ({ name, ...(await make()) })));
const bench = benchOn(
  'in process',
  backends.map(({ name, address }) => ({ name, store: address })),
);
afterAll(async () => {
  await bench.close();
  await Promise.all(backends.map(({ remove }) => remove()));
});

/** One row of each kind: a handler knows nothing of the store below it. */
it.each(oneOfEach(ourRows(['equal-stores']), kindsOf))('$subject', async (row) => {
  expect(await runCase(row, bench)).toBeUndefined();
});
