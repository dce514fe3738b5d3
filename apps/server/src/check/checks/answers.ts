/** Every operation has a call that succeeds, whose answer is what its schema says, over REST and tRPC alike. */
import type { Operation } from '@understudy/contract/kit';
import { sampleFilters } from '@understudy/contract/samples';
import { callReady } from '../bench.js';
import { ofOperations } from '../check.js';
import { Fault, holds, same, shown } from '../finding.js';
import { isFailure } from '../find-input.js';
import { faultNames, type TransportAnswer, transports } from '../transport.js';

/** The statuses of a success; a declared 201 is 200 where the record was there already (RFC 9110 §15.3.2). */
const successes = ({ meta }: Operation): number[] => (meta.status === 201 ? [201, 200] : [meta.status]);

/** Why no call has succeeded, and what helps. */
function noSuccess(operation: Operation, refused: TransportAnswer): Fault {
  const names = faultNames(refused).map((name) => String(name).replace(/^#\//, ''));
  const members = names.length === 0 ? Object.keys(operation.input.shape) : names;
  // Where the handler fails, another example helps nobody.
  const help =
    members.length === 0 || isFailure(refused)
      ? ''
      : `: give an example for member ${[...new Set(members)].join(', ')}`;
  return new Fault({
    asked: refused.asked,
    expected: `a call that succeeds; no call of ${operation.name} succeeded${help}`,
    actual: `${refused.status} ${shown(refused.text)}`,
  });
}

/** Expects an answer to be what its operation declares, and nothing else. */
function expectDeclared(operation: Operation, { asked, status, text, value }: TransportAnswer, isRest: boolean): void {
  const allowed = isRest ? successes(operation) : [200];
  holds(allowed.includes(status), {
    asked,
    expected: `the status ${allowed.join(' or ')}`,
    actual: `${status} ${shown(text)}`,
  });
  if (operation.answers === 'nothing') {
    holds(!isRest || text === '', { asked, expected: 'no body', actual: shown(text) });
    return;
  }
  const parsed = operation.output.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
    throw new Fault({ asked, expected: 'an answer that fits the output schema', actual: `${at} in ${shown(text)}` });
  }
  same({ what: 'nothing but what the output schema has', asked, actual: value, expected: parsed.data });
}

/** The check. */
export const answers = ofOperations({
  name: 'answers',
  proves: 'A call made from examples and seeded records succeeds, and its answer fits the output schema.',
  run: async (operation, bench) => {
    const found = await bench.found(operation);
    if ('refused' in found) throw noSuccess(operation, found.refused);
    for (const over of transports) {
      const ready = await bench.ready(await bench.sandbox(operation), operation);
      if (ready !== undefined)
        expectDeclared(operation, await callReady(operation, ready, { over }), over.name === 'REST');
    }
  },
});

/** The check. */
export const filters = ofOperations({
  name: 'filters',
  proves: 'Every optional parameter of a read takes its example, and the answer fits the output schema.',
  of: (operation) => Object.keys(sampleFilters(operation)).length > 0,
  run: async (operation, bench) => {
    for (const over of transports) {
      const ready = await bench.ready(await bench.sandbox(operation), operation);
      if (ready === undefined) return;
      const answer = await callReady(operation, ready, { over, more: sampleFilters(operation) });
      expectDeclared(operation, answer, over.name === 'REST');
    }
  },
});
