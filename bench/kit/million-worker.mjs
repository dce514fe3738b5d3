/** Measures large collections in process: far pages against near ones, start, and searching. */
import { pathToFileURL } from 'node:url';

const { createUnderstudy } = await import(pathToFileURL(process.argv[2]).href);

const ROUNDS = 600;
let nonce = 0;

/** Median time of a request, in µs; every URL is new, so that no kept answer is measured. */
async function median(understudy, path) {
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const since = performance.now();
    await (await understudy.fetch(`${path}&nonce=${(nonce += 1)}`)).arrayBuffer();
    times.push((performance.now() - since) * 1000);
  }
  return times.toSorted((a, b) => a - b)[ROUNDS / 2];
}

async function startMs(options) {
  const since = performance.now();
  const understudy = createUnderstudy(options);
  await (await understudy.fetch('/api/education/students?per_page=10')).arrayBuffer();
  await understudy.close();
  return performance.now() - since;
}

const PAGE = '/api/education/students?per_page=10';
await startMs({});
const starts = { small: [], million: [] };
for (let i = 0; i < 9; i++) {
  starts.small.push(await startMs({}));
  starts.million.push(await startMs({ size: 'students=1000000' }));
}
const middle = (times) => times.toSorted((a, b) => a - b)[4];

const million = createUnderstudy({ size: 'students=1000000' });
await median(million, `${PAGE}&page=1`);
const near = await median(million, `${PAGE}&page=1`);
const far = await median(million, `${PAGE}&page=100000`);
await million.close();

const large = createUnderstudy({ size: 'students=100000' });
const since = performance.now();
await (await large.fetch(`${PAGE}&q=ada`)).arrayBuffer();
const coldMs = performance.now() - since;
await median(large, PAGE);
const plain = await median(large, PAGE);
const search = await median(large, `${PAGE}&q=ada`);
await large.close();
console.log(
  JSON.stringify({ near, far, plain, search, coldMs, small: middle(starts.small), million: middle(starts.million) }),
);
