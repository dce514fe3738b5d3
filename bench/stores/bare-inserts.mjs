/** Inserts rows one after the other; prints how many a second, and what a quick one takes. */
import { percentile } from '../kit/statistics.mjs';
import { openInserter } from './inserter.mjs';

const [address, seconds, value] = process.argv.slice(2);
const { insert, close } = await openInserter(address, false);
// What runs often has to be compiled first.
for (const until = performance.now() + 300; performance.now() < until;) await insert(value);
const took = [];
const since = performance.now();
const until = since + Number(seconds) * 1000;
for (let begun = since; begun < until; begun = performance.now()) {
  await insert(value);
  took.push(performance.now() - begun);
}
const rate = took.length / ((performance.now() - since) / 1000);
console.log(JSON.stringify({ rate, quick: percentile(took, 0.1) }));
await close();
