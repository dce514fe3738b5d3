/**
 * The pipeline against the handler that trpc-openapi makes of the same router: for every operation the same status and the
 * same body. What that handler cannot carry, and is left out or done for it here:
 *
 * - controls, faults, conditions, keys, rate limits and the admin token, which come before an input is read;
 * - the status of an answer and of a problem, which follow from their declarations;
 * - files, lines, signed answers, redirects, other forms of lists and streams, of which it makes documents;
 * - bodies of another type than JSON, and members that come in headers;
 * - strict types: it coerces the numbers of a query by changing the schemas, which is undone after each call.
 */
import { controls, type Operation } from '@understudy/contract';
import { operations, prepareCall } from '@understudy/tooling/operations';
import { kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import { createOpenApiFetchHandler } from 'trpc-openapi';
import { afterAll, expect, it } from 'vitest';
import type { CallResult } from '../../src/call/call.js';
import { NO_BODY } from '../../src/http/body.js';
import { Exchange, ExchangeCall } from '../../src/http/exchange.js';
import { fromFetch } from '../../src/http/incoming.js';
import { textTypes } from '../../src/http/text.js';
import { problemBehind, statusOf } from '../../src/http/problems.js';
import { api, appFor } from '../support.js';

const ORIGIN = 'http://understudy.local';

const [piped, adapted] = [appFor(), appFor()];
afterAll(() => Promise.all([piped.close(), adapted.close()]));
const router = await adapted.router();

const DOCUMENTS: readonly string[] = ['list', 'record', 'written', 'batch', 'document', 'nothing'];

/** What is asked about the requests of a sandbox, which the adapter's are not among, and what is random. */
const OWN: readonly string[] = ['listRequests', 'listInbox', 'listVerdicts', 'listSandboxes', 'createControlToken'];

/** What answers JSON, to JSON, over REST and in the adapter alike. */
const carried = operations.filter(({ name, answers, method, meta }) => {
  const isJson = method === 'GET' || method === 'DELETE' || meta.bodies.includes('json');
  const isPlain = Object.keys(meta.headers).length === 0 && meta.errors === 'problem' && !meta.signed;
  const isOwn = OWN.some((own) => name === `sandboxes.${own}`);
  return DOCUMENTS.includes(answers) && isJson && isPlain && !isOwn && meta.credential !== 'session';
});

type Input = Readonly<Record<string, unknown>>;

/** The request for an input, with what of it does not stand in the path as query or body. */
function requestFor({ path, method }: Operation, input: Input, headers: Readonly<Record<string, string>>): Request {
  const rest = new Map(Object.entries(input));
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const url = new URL(target, ORIGIN);
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of rest) {
      for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
    }
    return new Request(url, { method, headers });
  }
  const body = JSON.stringify(Object.fromEntries(rest));
  return new Request(url, { method, body, headers: { 'content-type': 'application/json', ...headers } });
}

/** A status, and the value or the problem of an answer. */
interface Shown {
  readonly status: number;
  readonly value: unknown;
}

const valueIn = (text: string): unknown => (text === '' ? null : JSON.parse(text));

async function overPipeline(request: Request): Promise<Shown> {
  const response = await piped.pipeline.fetch(request);
  return { status: response.status, value: valueIn(await response.text()) };
}

/** Takes out of a schema what the adapter has put into it. */
function uncoerce(schema: unknown, seen = new Set<unknown>()): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  const { def } = schema as { readonly def?: object };
  if (def !== undefined && 'coerce' in def) delete def.coerce;
  for (const part of Object.values(def ?? schema)) uncoerce(part, seen);
}

/** The call of a request that was admitted. */
function callOf(request: Request, { name, meta }: Operation): ExchangeCall {
  const { pathname: path, search } = new URL(request.url);
  const location = { sandbox: adapted.sandboxes.default, path, fullPath: path, query: search.slice(1) };
  const exchange = new Exchange(
    { request: fromFetch(request), bodyShare: NO_BODY, counted: undefined, since: performance.now() },
    {
      location: { ...location, origin: ORIGIN, rootUrl: ORIGIN, baseUrl: ORIGIN },
      operation: name,
      isControl: meta.credential === 'admin',
      oauth: undefined,
    },
    {
      settings: { trustProxy: 0, issuer: undefined },
      apiBase: api.base,
      isForeign: () => false,
      allow: () => '',
    },
  );
  return new ExchangeCall(exchange, {}, 'rest');
}

/** What the adapter answers with; its own errors stand around the problem. */
async function overAdapter(request: Request, operation: Operation): Promise<Shown> {
  const call = callOf(request, operation);
  const result: CallResult = {};
  const context = { call, result, instanceOf: () => call.exchange.fullPath, resolve: (given: unknown) => given };
  try {
    const response = await createOpenApiFetchHandler({
      req: request,
      endpoint: '/',
      router,
      createContext: () => context,
      responseMeta: ({ errors: [error] }) => {
        // It has a body for whatever it answers, which a 204 has no room for.
        if (error === undefined) return { status: result.found?.status === 204 ? 200 : (result.found?.status ?? 200) };
        const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
        return { status: statusOf(behind, api.kinds) };
      },
    });
    const value = valueIn(await response.text());
    const problem = Object(Object(value)['data'])['problem'] as unknown;
    if (response.status >= 400) return { status: response.status, value: problem };
    return { status: result.found?.status ?? response.status, value };
  } finally {
    uncoerce(operation.input);
  }
}

const ask = (app: typeof piped) => (path: string, init?: RequestInit) =>
  app.pipeline.fetch(new Request(new URL(path, ORIGIN), init));

it.each(oneOfEach(carried, kindsOfOperation).map((operation) => [operation.name, operation] as const))(
  '%s answers the same, and refuses the same',
  async (_name, operation) => {
    const [own, others] = [await prepareCall(ask(piped), operation), await prepareCall(ask(adapted), operation)];
    // Controls are refused before the rest is read, and the adapter makes NaN of what is no number.
    const texts = [...textTypes(operation.input.shape)].filter(([, type]) => type === 'string');
    const names = texts.map(([name]) => name).filter((name) => !Object.hasOwn(controls.shape, name));
    const wrong = Object.fromEntries(names.map((name) => [name, 'wrong']));
    for (const [input, other] of [
      [own.input, others.input],
      [wrong, wrong],
    ] as const) {
      const expected = await overPipeline(requestFor(operation, input, own.headers ?? {}));
      const found = await overAdapter(requestFor(operation, other, others.headers ?? {}), operation);
      expect(found).toEqual(expected);
    }
  },
);
