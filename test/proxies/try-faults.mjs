/** Load balancers before replicas, of which one sandbox breaks off every answer: whoever uses another sandbox notices nothing. */
import assert from 'node:assert/strict';
import { startLoad, tally } from '../image/load.mjs';

const own = (origin, sandbox) => `${origin}/sandboxes/${sandbox}`;

/** One client after the other meets the fault, on every replica, until this is over. */
function meetAgain([method, url], isOver) {
  const broken = { count: 0, answered: 0 };
  const meet = async () => {
    while (!isOver()) {
      try {
        await (await fetch(url, { method })).arrayBuffer();
        broken.answered += 1;
      } catch {
        broken.count += 1;
      }
    }
  };
  return { broken, ended: Promise.all(Array.from({ length: 4 }, meet)) };
}

/** Breaks off the answers of one sandbox by a fault that a request asks for itself, and by a rule, and asks another one. */
export async function breaksOffUnnoticed({ origin }, fault) {
  const rules = JSON.stringify({ rules: [{ fault, when: { path: '/api/social/**' } }] });
  const put = await fetch(`${own(origin, 'broken')}/faults`, {
    method: 'PUT',
    body: rules,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(put.status, 200, await put.text());
  let isOver = false;
  // Balancers repeat a GET, Caddy for 5 s and on each replica, and no POST.
  const asked = [
    ['GET', `${own(origin, 'broken')}/api/social/posts`],
    ['POST', `${own(origin, 'broken')}/api/education/courses?fault=${fault}`],
  ];
  const each = asked.map((one) => meetAgain(one, () => isOver));
  const reads = startLoad(`${own(origin, 'innocent')}/api/education/courses?per_page=1`);
  await reads.answered(200);
  isOver = true;
  const read = await reads.stop();
  await Promise.all(each.map(({ ended }) => ended));
  const broken = each.map(({ broken: seen }) => seen);
  console.log(
    `        ${read.answered} reads answered beside ${broken.map(({ count, answered }) => `${count} broken, ${answered} answered`).join('; ')}`,
  );
  assert.deepEqual(tally(read.failures), []);
  assert.ok(read.answered >= 200 && read.refused === 0, `only ${read.answered} were answered`);
  const [repeated, once] = broken.map(({ count, answered }) => count + answered);
  assert.ok(repeated > 0 && once > 10, 'the fault was hardly met');
}
