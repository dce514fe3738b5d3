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
/** Runs something; gives how long it took, and how long others waited at most meanwhile, both in ms. */
async function timed(run) {
  const since = performance.now();
  let [last, longest, isRunning] = [since, 0, true];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isRunning = false;
  const now = performance.now();
  return { ms: now - since, stretch: Math.max(longest, now - last) };
}

const cold = await timed(async () => (await large.fetch(`${PAGE}&q=ada`)).arrayBuffer());
await median(large, PAGE);
const plain = await median(large, PAGE);
const search = await median(large, `${PAGE}&q=ada`);
await large.close();
console.log(
  JSON.stringify({ near, far, plain, search, cold, small: middle(starts.small), million: middle(starts.million) }),
);
