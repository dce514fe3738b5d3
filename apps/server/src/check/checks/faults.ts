/** Every operation meets faults, whoever sets them, and a write is made where only its answer is lost (faults.md, 1 and 2). */
import { sampleInput } from '@understudy/contract/samples';
import { callReady } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { putRule, revisionOf, ruleCounts } from '../host.js';
import { transports } from '../transport.js';
import { expectFailure, isOfSandbox } from './forced.js';

/** A fault that no operation answers by itself, and what it must bring. */
const fault = 'status;code=418;retry_after=7';
const teapot = { status: 418, headers: { 'retry-after': '7' } };

/** The check. */
export const faults = ofOperations({
  name: 'faults',
  proves:
    'A fault strikes by query, by header and by a rule of the sandbox, over REST and tRPC, and the rule counts it.',
  of: isOfSandbox,
  run: async (operation, bench) => {
    const sandbox = await bench.sandbox(operation);
    const input = sampleInput(operation);
    for (const over of transports) {
      const query = `fault=${encodeURIComponent(fault)}`;
      expectFailure(await over.call(sandbox, operation, { input, query }), 'status', teapot);
      const headers = { 'understudy-fault': fault };
      expectFailure(await over.call(sandbox, operation, { input, headers }), 'status', teapot);
      await putRule(sandbox, { when: { operation: operation.name }, times: 1, fault });
      const struck = await over.call(sandbox, operation, { input });
      expectFailure(struck, 'status', teapot);
      const { asked, text, problem } = await over.call(sandbox, operation, { input });
      holds(problem?.['kind'] !== 'status', { asked, expected: 'an answer of its own', actual: shown(text) });
      same({ what: 'matched and struck', asked, actual: await ruleCounts(sandbox), expected: [[2, 1]] });
    }
  },
});

/** The check. */
export const lostAnswers = ofOperations({
  name: 'lost-answers',
  proves: 'A fault with commit=after comes in the place of the answer, and the write is made.',
  of: (operation) => isOfSandbox(operation) && operation.method !== 'GET',
  run: async (operation, bench) => {
    const query = `fault=${encodeURIComponent(`${fault};commit=after`)}`;
    for (const over of transports) {
      const [one, other] = await bench.pair(operation);
      const [plain, lost] = [await bench.ready(one, operation), await bench.ready(other, operation)];
      if (plain === undefined || lost === undefined) return;
      await callReady(operation, plain, { over });
      const answer = await callReady(operation, lost, { over, query });
      expectFailure(answer, 'status', teapot);
      const { asked } = answer;
      same({ what: 'the revision after', asked, actual: await revisionOf(other), expected: await revisionOf(one) });
    }
  },
});
