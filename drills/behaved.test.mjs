/** A sample of `npm run suite -- drill-behaved`: clients that behave get no verdict above advice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isExhaustive, oneOfEach } from '@understudy/tooling/sample';
import { clientNames, openClients } from './clients.mjs';
import { openers } from './defaults/clients.mjs';
import { commandOf, findOthers } from './defaults/others.mjs';
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

/** Clients at their defaults: those of other languages where all is asked for, which have to be there in CI. */
const { found, missing } = isExhaustive ? findOthers() : { found: [], missing: [] };
const lacking = missing.map(({ name, lacks }) => `${name} lacks ${lacks.join(', ')}`).join('; ');
if (lacking !== '') console.error(`\n!!! CLIENTS ARE SKIPPED: ${lacking}\n`);
const defaults = isExhaustive ? [...Object.keys(openers), ...found] : ['fetch'];

void describe('a client with its default settings', { concurrency: 4 }, () => {
  void it('is here', () => assert.ok(lacking === '' || process.env['CI'] === undefined, lacking));

  for (const name of defaults) {
    void it(`does its job while nothing goes wrong, and breaks no rule: ${name}`, async () => {
      const { verdicts, plans } = await drill(commandOf(name), { plans: 'calm', seed: 'seed-1', failOn: 'warning' });
      assert.deepEqual(
        plans.flatMap(({ failures }) => failures),
        [],
      );
      assert.deepEqual(
        verdicts.filter(({ severity }) => severity !== 'advice'),
        [],
      );
    });
  }
});
