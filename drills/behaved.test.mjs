/** A sample of `npm run suite -- drill-behaved`: clients that behave get no verdict above advice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneOfEach } from '@understudy/tooling/sample';
import { clientNames, openClients } from './clients.mjs';
import { drill } from './drill.mjs';

/** Ours, and one of another language; `UNDERSTUDY_TEST_ALL=1 npm test` tries them all. */
const tried = oneOfEach(openClients(clientNames), ({ command: [program = ''] }) => program);

void describe('a client that behaves', { concurrency: 4 }, () => {
  for (const { name, command } of tried) {
    void it(`breaks no rule: ${name}`, async () => {
      const { verdicts, plans } = await drill(command, { plans: 'lost_answers', seed: 'seed-1' });
      assert.equal(plans.length, 2);
      assert.ok(plans.some(({ faults }) => faults > 0));
      const above = verdicts.filter(({ severity }) => severity !== 'advice');
      assert.deepEqual(above, []);
      assert.deepEqual(
        plans.flatMap(({ failures }) => failures),
        [],
      );
    });
  }
});
