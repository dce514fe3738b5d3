/** Every operation takes every control, and refuses each wrong value of it by its name (api.md, 3). */
import type { Operation } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import { type Bench, callReady } from '../bench.js';
import { type Check, isOfSandbox, ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { type CallOptions, faultNames, type Transport, type TransportAnswer, transports } from '../host.js';

const [rest, trpc] = transports;

/** Values that a paging control in the URL refuses, on every route. */
const badPaging: Readonly<Record<string, readonly string[]>> = {
  page: ['0', '-1', '1.5', 'abc', '', ' 1', '1e1', '0x10', '99999999999999999999'],
  per_page: ['0', '51', '2.5', 'ten', ''],
  pagination_style: ['offset', ''],
};

/** Values that a control of any call refuses, over both transports. */
const badControls: Readonly<Record<string, readonly string[]>> = {
  delay: ['-1', '10.001', '11', 'abc', '', ' 1', '1e1', '0x1', 'NaN'],
  simulate_error: ['nope', '', 'RATE_LIMIT'],
  fault: ['nope', '', 'delay;ms=70000', 'a b'],
  cors: ['open', ''],
};

function expectRefused(answer: TransportAnswer, names: readonly string[]): void {
  const { asked, status, text, problem } = answer;
  holds(status === 400, { asked, expected: 'the status 400', actual: `${status} ${shown(text)}` });
  same({ what: 'the kind', asked, actual: problem?.['kind'], expected: 'bad_request' });
  same({ what: 'faults in', asked, actual: faultNames(answer), expected: names });
}

/** Calls an operation with whatever input: the controls are read before anything else. */
async function callWith(operation: Operation, bench: Bench, { over, ...options }: CallOptions & { over: Transport }) {
  const sandbox = await bench.sandbox(operation, { name: 'controls' });
  return over.call(sandbox, operation, { input: sampleInput(operation), ...options });
}

/** Expects the server to have been asked to wait for certain times, in ms. */
function expectWaits(waits: number[], { asked }: TransportAnswer, expected: readonly number[]): void {
  same({ what: 'waits in ms', asked, actual: waits.splice(0), expected });
}

/** Every operation takes every control, and refuses each wrong value of it by its name. */
export const controlChecks: readonly Check[] = [
  ofOperations({
    name: 'paging-controls',
    proves: 'Wrong values of page, per_page and pagination_style are refused by name, also where there is no list.',
    run: async (operation, bench) => {
      for (const [name, values] of Object.entries(badPaging)) {
        for (const value of values) {
          const query = `${name}=${encodeURIComponent(value)}`;
          expectRefused(await callWith(operation, bench, { over: rest, query }), [name]);
        }
      }
      if (operation.answers !== 'list') return;
      const values = { page: 0, per_page: '10', q: 5, pagination_style: 'offset', cursor: 1 };
      // A list that cannot be searched has no q.
      const wrong = Object.fromEntries(Object.entries(values).filter(([name]) => name in operation.input.shape));
      const ready = await bench.ready(await bench.sandbox(operation), operation);
      expectRefused(await callReady(ready, { over: trpc, more: wrong }), Object.keys(wrong));
    },
  }),
  ofOperations({
    name: 'call-controls',
    proves:
      'Wrong, repeated and several wrong values of delay, simulate_error, fault and cors are refused, all at once, by name.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      for (const over of transports) {
        for (const [name, values] of Object.entries(badControls)) {
          for (const value of values) {
            const query = `${name}=${encodeURIComponent(value)}`;
            expectRefused(await callWith(operation, bench, { over, query }), [name]);
          }
        }
        const twice = 'delay=0&delay=0&cors=restrict&cors=restrict';
        expectRefused(await callWith(operation, bench, { over, query: twice }), ['delay', 'cors']);
        const all = 'delay=11&simulate_error=nope&cors=no&fault=nope';
        expectRefused(await callWith(operation, bench, { over, query: all }), [
          'delay',
          'simulate_error',
          'cors',
          'fault',
        ]);
      }
    },
  }),
  ofOperations({
    name: 'delay',
    isForDocuments: true,
    proves:
      'A delay is waited for and reported, before failures as well; a timeout holds for three seconds or the delay.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      for (const over of transports) {
        const hasCall = await bench.hasCall(operation);
        const ready = hasCall ? await bench.ready(await bench.sandbox(operation), operation) : undefined;
        const { waits } = await bench.host('first');
        waits.length = 0;
        if (ready !== undefined) {
          const answer = await callReady(ready, { over, query: 'delay=2.5' });
          const { asked, value } = answer;
          if (!['document', 'nothing', 'file', 'lines', 'stream'].includes(operation.answers)) {
            const { meta } = (value ?? {}) as { meta?: { delayMs?: unknown } };
            same({ what: 'meta.delayMs', asked, actual: meta?.delayMs, expected: 2500 });
          }
          expectWaits(waits, answer, [2500]);
        }
        for (const [query, expected] of [
          ['delay=1&simulate_error=server_error', [1000]],
          ['simulate_error=timeout', [3000]],
          ['simulate_error=timeout&delay=0.25', [250]],
          ['simulate_error=timeout&delay=0', []],
        ] as const) {
          expectWaits(waits, await callWith(operation, bench, { over, query }), expected);
        }
      }
    },
  }),
];
