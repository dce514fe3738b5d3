/** Calls: one that succeeds, those whose input is wrong, and who may make them. */
import type { Operation } from '@understudy/contract/kit';
import { paging, sampleFilters, sampleInput } from '@understudy/contract/samples';
import { callReady, isFailure } from '../bench.js';
import { type Check, ofCalls, ofOperations } from '../check.js';
import { Fault, holds, same, shown } from '../finding.js';
import { faultNames, type TransportAnswer, transports } from '../host.js';
import type { z } from 'zod';

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

const [rest, trpc] = transports;

/** One of them is refused by nearly every schema. */
const values: readonly unknown[] = [{}, 7.5, 'no value of this', true, []];

/** Members of an input, each with a value that its schema refuses; those that take anything are left out. */
function wrongInput({ input }: Operation): Readonly<Record<string, unknown>> {
  const members = Object.entries(input.shape).flatMap(([name, schema]) => {
    // The schemas of a shape have the methods of the classic package, whatever the core's types say.
    const refused = values.find((value) => !(schema as z.ZodType).safeParse(value).success);
    return paging.has(name) || refused === undefined ? [] : [[name, refused] as const];
  });
  return Object.fromEntries(members);
}

/** Names of the members at fault, without those inside of them. */
const memberNames = (names: readonly unknown[]): string[] => [
  ...new Set(names.map((name) => String(name).replace(/^#\//, '').split('/')[0] ?? '')),
];

const isPersonal = ({ meta }: Operation): boolean => meta.credential === 'viewer' || meta.credential === 'member';

/** Values of Authorization that stand for nobody. */
const WRONG = ['Bearer nobody', 'Bearer usk_nobody', 'Basic dXNlcjpwYXNz', 'Bearer'];

function expectRefused({ asked, status, problem, headers }: TransportAnswer, error: string | null): void {
  same({ what: 'the status', asked, actual: status, expected: 401 });
  same({ what: 'the kind', asked, actual: problem?.['kind'], expected: 'unauthorized' });
  const challenge = headers.get('www-authenticate') ?? '';
  const said = /error="(\w+)"/.exec(challenge)?.[1] ?? null;
  holds(challenge.startsWith('Bearer realm='), { asked, expected: 'a challenge (RFC 6750 §3)', actual: challenge });
  same({ what: 'the error of the challenge', asked, actual: said, expected: error });
}

/** What the headers of a limit say (draft-ietf-httpapi-ratelimit-headers-10). */
function limitIn({ asked, headers }: TransportAnswer) {
  const [policy = '', left = ''] = ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name) ?? '');
  const [, name, quota] = /^"([\w .-]+)";q=(\d+);w=\d+$/.exec(policy) ?? [];
  const [, same_, remaining, seconds] = /^"([\w .-]+)";r=(\d+);t=(\d+)$/.exec(left) ?? [];
  const isSaid = name !== undefined && name === same_;
  holds(isSaid, { asked, expected: 'RateLimit-Policy and RateLimit', actual: `${policy} and ${left}` });
  return { quota: Number(quota), left: Number(remaining), seconds: Number(seconds) };
}

/** Calls: one that succeeds, those whose input is wrong, and who may make them. */
export const callChecks: readonly Check[] = [
  ofOperations({
    name: 'answers',
    proves: 'A call made from examples and seeded records succeeds, and its answer fits the output schema.',
    run: async (operation, bench) => {
      const found = await bench.found(operation);
      if ('refused' in found) throw noSuccess(operation, found.refused);
      for (const over of transports) {
        const ready = await bench.ready(await bench.sandbox(operation), operation);
        expectDeclared(operation, await callReady(ready, { over }), over.name === 'REST');
      }
    },
  }),
  ofOperations({
    name: 'document-answers',
    proves: 'A request made of an OpenAPI document succeeds, and its answer is what the document says.',
    isForDocuments: true,
    of: ({ meta }) => meta.raw !== undefined,
    run: async (operation, bench) => {
      const found = await bench.found(operation);
      if ('refused' in found) throw noSuccess(operation, found.refused);
      const ready = await bench.ready(await bench.sandbox(operation), operation);
      const { asked, status, headers, text } = await callReady(ready);
      const [domain = '', name = ''] = operation.name.split('.');
      const { document } = bench.api.domains.find(({ contract }) => contract.name === domain) ?? {};
      const type = headers.get('content-type') ?? '';
      const fault = document?.conformance.faultOf(name, { status, type, text });
      if (fault !== undefined)
        throw new Fault({ asked, expected: 'an answer as the document has it', actual: `${fault} in ${shown(text)}` });
    },
  }),
  ofOperations({
    name: 'filters',
    proves: 'Every optional parameter of a read takes its example, and the answer fits the output schema.',
    of: (operation) => Object.keys(sampleFilters(operation)).length > 0,
    run: async (operation, bench) => {
      for (const over of transports) {
        const ready = await bench.ready(await bench.sandbox(operation), operation);
        const answer = await callReady(ready, { over, more: sampleFilters(operation) });
        expectDeclared(operation, answer, over.name === 'REST');
      }
    },
  }),
  ofCalls({
    name: 'input-faults',
    proves: 'Members of a wrong type are refused with 400 and named, all at once.',
    of: (operation) => operation.meta.errors === 'problem' && Object.keys(wrongInput(operation)).length > 0,
    run: async (ready) => {
      const { operation } = ready;
      const wrong = wrongInput(operation);
      const inBody = operation.meta.bodies.length > 0;
      const { headers } = operation.meta;
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const outside = [...Object.keys(headers), ...inPath];
      for (const over of inBody ? [trpc, rest] : [trpc]) {
        const entries = Object.entries(wrong).filter(([name]) => over === trpc || !outside.includes(name));
        if (entries.length === 0) continue;
        const answer = await callReady(ready, { over, more: Object.fromEntries(entries) });
        const { asked, status, text } = answer;
        holds(status === 400, { asked, expected: 'the status 400', actual: `${status} ${shown(text)}` });
        // There are no headers over tRPC.
        const expected = entries.map(([name]) => (over === trpc ? name : (headers[name] ?? name))).toSorted();
        same({ what: 'faults in', asked, actual: memberNames(faultNames(answer)).toSorted(), expected });
      }
    },
  }),
  ofOperations({
    name: 'credentials',
    proves:
      'A credential that is wrong is 401 with a challenge, as is none where one is needed; answers are kept by nobody else.',
    of: isPersonal,
    run: async (operation, bench) => {
      const sandbox = await bench.sandbox(operation);
      const input = sampleInput(operation);
      for (const over of transports) {
        for (const authorization of WRONG) {
          expectRefused(await over.call(sandbox, operation, { input, headers: { authorization } }), 'invalid_token');
        }
        if (!operation.meta.credentialOptional) expectRefused(await over.call(sandbox, operation, { input }), null);
      }
      const ready = await bench.ready(sandbox, operation);
      const { asked, headers } = await callReady(ready);
      const vary = headers.get('vary')?.split(', ') ?? [];
      holds(vary.includes('Authorization'), { asked, expected: 'Vary: Authorization', actual: vary.join(', ') });
      const expected = operation.meta.cache === 'private' ? 'private, no-cache' : 'no-store';
      same({ what: 'cache-control', asked, actual: headers.get('cache-control'), expected });
    },
  }),
  ofCalls({
    name: 'limits',
    proves:
      'A limit is in the headers of every answer, counts each accepted write once and no read, and is over in time.',
    of: ({ meta }) => meta.limit !== undefined,
    run: async (ready) => {
      const { operation } = ready;
      const first = await callReady(ready);
      const begin = limitIn(first);
      const { limit } = operation.meta;
      const { asked } = first;
      const inTime = begin.seconds >= 1 && begin.seconds <= (limit?.window ?? 0);
      holds(inTime, { asked, expected: 'seconds within the window', actual: String(begin.seconds) });
      if (operation.method === 'GET') {
        const again = await callReady(ready);
        same({ what: 'what is left after a read', asked, actual: limitIn(again).left, expected: begin.left });
        return;
      }
      holds(begin.left < begin.quota, { asked, expected: 'a write that is counted', actual: String(begin.left) });
    },
  }),
];
