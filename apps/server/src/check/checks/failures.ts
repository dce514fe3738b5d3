/** Failures: each can be forced on every operation, and every operation meets the faults that are set. */
import { problem as problemSchema } from '@understudy/contract';
import { type Operation, simulatedErrors } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import { callReady } from '../bench.js';
import { type Check, isOfSandbox, ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { putRule, revisionOf, ruleCounts, sameHeaders, type TransportAnswer, transports } from '../host.js';
import { expectEqual, listed } from '../transcribe.js';

interface Failure {
  readonly status: number;
  /** How many members or parameters it names. */
  readonly errors?: number;
  /** Null for those that it must not have. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The challenges of an operation to whoever shows no credential in a header: they ask for what it reads. */
function challengesOf({ meta }: Operation): Readonly<Record<'unauthorized' | 'forbidden', string | null>> {
  if (meta.beginsSession) return { unauthorized: 'Bearer realm="understudy"', forbidden: null };
  if (meta.credential === 'client' || meta.credential === 'session') return { unauthorized: null, forbidden: null };
  const unauthorized = 'Bearer realm="understudy", error="invalid_token"';
  return { unauthorized, forbidden: 'Bearer error="insufficient_scope"' };
}

/** What each forced failure must bring. */
const failures: Readonly<Record<string, Failure>> = {
  rate_limit: {
    status: 429,
    headers: { 'retry-after': '1', 'ratelimit-policy': '"default";q=60;w=60', ratelimit: '"default";r=0;t=1' },
  },
  server_error: { status: 500 },
  not_found: { status: 404 },
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  bad_request: { status: 400, errors: 1 },
  service_unavailable: { status: 503, headers: { 'retry-after': '1' } },
  timeout: { status: 504 },
};

const common = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };

/** Expects a problem of a kind, which was forced. */
function expectProblem({ asked, text, problem }: TransportAnswer, kind: string, { status, errors = 0 }: Failure): void {
  const { success, data } = problemSchema.safeParse(problem);
  holds(success, { asked, expected: 'a problem', actual: shown(text) });
  const said = {
    kind: data?.kind,
    simulated: data?.simulated,
    status: data?.status,
    errors: data?.errors?.length ?? 0,
  };
  same({ what: 'the problem', asked, actual: said, expected: { kind, simulated: true, status, errors } });
}

/** Expects a failure that was forced, with its headers; a document has a form of its own for it. */
function expectFailure({ meta }: Operation, answer: TransportAnswer, kind: string, failure: Failure): void {
  const { status, headers = {} } = failure;
  const { asked } = answer;
  same({ what: 'the status', asked, actual: answer.status, expected: status });
  if (meta.raw === undefined) expectProblem(answer, kind, failure);
  sameHeaders(answer, { ...headers, ...common });
}

/** An answer as it is to be cut: a stream without an event as its heartbeat. */
function spoilable(answer: TransportAnswer): TransportAnswer {
  const isEmpty = answer.headers.get('content-type') === 'text/event-stream' && !answer.text.includes('\ndata: ');
  if (!isEmpty) return answer;
  const text = ': heartbeat\n\n';
  return { ...answer, text, bytes: text.length };
}

/** A fault that no operation answers by itself, and what it must bring. */
const fault = 'status;code=418;retry_after=7';
const teapot = { status: 418, headers: { 'retry-after': '7' } };

/** Every failure can be forced, and every operation meets the faults that are set. */
export const failureChecks: readonly Check[] = [
  ofOperations({
    name: 'forced-failures',
    proves: 'Each forced failure has its status, kind and headers, over REST and tRPC.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      const sandbox = await bench.sandbox(operation, { name: 'controls' });
      const challenges: Readonly<Partial<Record<string, string | null>>> = challengesOf(operation);
      for (const over of transports) {
        for (const [kind, failure] of Object.entries(failures)) {
          const call = { input: sampleInput(operation), query: `simulate_error=${kind}` };
          const { [kind]: challenge = null } = challenges;
          const headers = { ...failure.headers, 'www-authenticate': challenge };
          // What is not found is the id in the path, where there is one.
          const isNamed = kind === 'not_found' && operation.path.includes('{');
          const expected = { ...failure, ...(isNamed && { errors: 1 }), headers };
          expectFailure(operation, await over.call(sandbox, operation, call), kind, expected);
        }
      }
    },
  }),
  ofOperations({
    name: 'faults',
    isForDocuments: true,
    proves:
      'A fault strikes by query, by header and by a rule of the sandbox, over REST and tRPC, and the rule counts it.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      const sandbox = await bench.sandbox(operation);
      const input = sampleInput(operation);
      for (const over of transports) {
        const query = `fault=${encodeURIComponent(fault)}`;
        expectFailure(operation, await over.call(sandbox, operation, { input, query }), 'status', teapot);
        const headers = { 'understudy-fault': fault };
        expectFailure(operation, await over.call(sandbox, operation, { input, headers }), 'status', teapot);
        await putRule(sandbox, { when: { operation: operation.name }, times: 1, fault });
        const struck = await over.call(sandbox, operation, { input });
        expectFailure(operation, struck, 'status', teapot);
        const { asked, text, problem } = await over.call(sandbox, operation, { input });
        holds(problem?.['kind'] !== 'status', { asked, expected: 'an answer of its own', actual: shown(text) });
        same({ what: 'matched and struck', asked, actual: await ruleCounts(sandbox), expected: [[2, 1]] });
      }
    },
  }),
  ofOperations({
    name: 'malformed',
    proves:
      'A forced malformed answer is the true one cut at half its bytes, with the length of what is sent, and writes nothing.',
    of: (operation) => isOfSandbox(operation) && operation.answers !== 'nothing',
    run: async (operation, bench) => {
      for (const over of transports) {
        const [one, other] = await bench.pair(operation);
        const [whole, half] = [await bench.ready(one, operation), await bench.ready(other, operation)];
        const { text, bytes: all, headers: own } = spoilable(await callReady(whole, { over }));
        const before = await revisionOf(other);
        const answer = await callReady(half, { over, query: 'simulate_error=malformed' });
        const { asked, status } = answer;
        const bytes = Math.floor(all / 2);
        const isOk = status >= 200 && status < 300;
        holds(isOk, { asked, expected: 'the status of a success', actual: `${status} ${shown(answer.text)}` });
        same({ what: 'half the bytes', asked, actual: answer.bytes, expected: bytes });
        const type = own.get('content-type');
        const wanted = {
          'content-length': String(bytes),
          'cache-control': 'no-store',
          etag: null,
          'content-type': type,
        };
        sameHeaders(answer, wanted);
        // Where a character was cut, the last one is another.
        const begin = Math.min(15, Math.max(0, bytes - 3));
        same({ what: 'how it begins', asked, actual: answer.text.slice(0, begin), expected: text.slice(0, begin) });
        same({ what: 'the revision before', asked, actual: await revisionOf(other), expected: before });
      }
    },
  }),
  ofOperations({
    name: 'nothing-written',
    isForDocuments: true,
    proves: 'No forced failure writes: the revision of the sandbox and the lists of the domain stay as they are.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      for (const over of transports) {
        const sandbox = await bench.sandbox(operation);
        const ready = await bench.ready(sandbox, operation);
        const lists = await listed(bench, operation, sandbox);
        const revision = await revisionOf(sandbox);
        for (const kind of simulatedErrors) {
          const { asked } = await callReady(ready, { over, query: `simulate_error=${kind}` });
          same({ what: 'the revision before', asked, actual: await revisionOf(sandbox), expected: revision });
        }
        expectEqual('the lists before', await listed(bench, operation, sandbox), lists);
      }
    },
  }),
  ofOperations({
    name: 'lost-answers',
    isForDocuments: true,
    proves: 'A fault with commit=after comes in the place of the answer, and the write is made.',
    of: (operation) => isOfSandbox(operation) && operation.method !== 'GET',
    run: async (operation, bench) => {
      const query = `fault=${encodeURIComponent(`${fault};commit=after`)}`;
      for (const over of transports) {
        const [one, other] = await bench.pair(operation);
        const [plain, lost] = [await bench.ready(one, operation), await bench.ready(other, operation)];
        await callReady(plain, { over });
        const answer = await callReady(lost, { over, query });
        expectFailure(operation, answer, 'status', teapot);
        const { asked } = answer;
        same({ what: 'the revision after', asked, actual: await revisionOf(other), expected: await revisionOf(one) });
      }
    },
  }),
];
