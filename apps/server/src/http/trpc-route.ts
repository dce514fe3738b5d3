/** Serves tRPC's own protocol at /trpc, with the controls that act on calls in the URL's query. */
import { callControls } from '@understudy/contract/kit';
import { leftHeaders } from '../call/write-limit.js';
import { type trpcHandler, TrpcInput, type TrpcOver } from './trpc.js';
import { RuleBook } from '../faults/rule-book.js';
import { loadedLater } from '../kit/made-once.js';
import { unknownMembers, withUnknown } from '../kit/faults.js';
import type { FaultedCall } from '../call/apply-faults.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { BatchOutcome, type EvaluatedRequest, evaluateFaults, HashedBody } from './evaluate-faults.js';
import { ExchangeCall, type Exchange } from './exchange.js';
import { readControls } from './read-input.js';
import { type Bytes, Chunks, OpenStream } from './open-stream.js';
import { hasOutcome } from '../call/call.js';
import { forcedAnswer, withOutcome } from './forced-answer.js';
import type { Route } from './router.js';
import { isForced } from './rest-answer.js';
import type { FaultOutcome } from '../faults/outcome.js';

/** A request with several procedures. */
interface EvaluatedBatch extends Pick<EvaluatedRequest, 'body' | 'maxBody'> {
  readonly call: ExchangeCall;
  /** Names of their operations. */
  readonly operations: readonly string[];
}

/** Finds out what each procedure meets, and counts them in their order; that it cannot be said is what is wrong with their call. */
async function evaluateBatch(exchange: Exchange, { operations, ...all }: EvaluatedBatch): Promise<BatchOutcome> {
  const { sandbox } = exchange;
  const { call } = all;
  const outcomes: [operation: string, outcome: FaultOutcome | undefined][] = [];
  try {
    // Once for all of them.
    if (!sandbox.fresh && operations.length > 0) {
      await sandbox.refresh();
      call.isFresh = true;
    }
    for (const operation of operations) {
      const found = await evaluateFaults(exchange, { ...all, operation, hasPath: false, isLearnt: true });
      outcomes.push([operation, found.faultOutcome]);
    }
    return new BatchOutcome(outcomes);
  } catch (fault) {
    call.fault ??= fault;
    return new BatchOutcome([]);
  }
}

/** Loaded only where a fault asks for it. */
const altering = loadedLater(() => import('./alter-answer.js'));

/** The results of tRPC, as faults of the data have them: those of one procedure, or of each in a batch, in its order. */
async function alteredResults(
  text: string,
  procedures: readonly string[],
  { calls }: Pick<TrpcOver, 'calls'>,
): Promise<string> {
  if (!calls.some(({ call }) => call.faultOutcome?.content !== undefined)) return text;
  const { alteredJson, schemaOf } = await altering();
  const read = JSON.parse(text) as unknown;
  const left = calls.toSorted((one, other) => one.begun - other.begun);
  // A procedure that there is not has no call.
  const ordered = procedures.map((name) => {
    const index = left.findIndex(({ operation }) => operation?.name === name);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  });
  const altered = async (one: unknown, index: number): Promise<string> => {
    const { call, operation } = ordered[index] ?? {};
    const { result } = one as { readonly result?: { readonly data?: unknown } };
    const own = call && operation && result && alteredJson(result.data, call, schemaOf(operation));
    return own === undefined ? JSON.stringify(one) : `{"result":{"data":${own}}}`;
  };
  if (!Array.isArray(read)) return altered(read, 0);
  return `[${(await Promise.all(read.map(altered))).join(',')}]`;
}

const ROOT = '/trpc';

/** What a URL of tRPC may have in its query. */
const QUERY_NAMES: ReadonlySet<string> = new Set(['input', 'batch', ...Object.keys(callControls)]);

/** Whether a rule may tell bodies apart: one that is there, or one that others have set. */
function mayTellBodies({ request, sandbox }: Exchange): boolean {
  if (request.body === null) return false;
  const { rules } = sandbox.state;
  return !sandbox.fresh || (rules.length > 0 && RuleBook.of(rules).hashesBodies);
}

/** What the routes of tRPC need. */
export interface TrpcParts {
  readonly handle: ReturnType<typeof trpcHandler>;
  /** Largest body for a procedure, by its name. */
  readonly maxBody: (procedure: string) => number;
  /** Largest body that is read whoever sends it. */
  readonly anyBody: number;
  /** Names of the procedures of the control API. */
  readonly control: readonly string[];
  /** Whether there is a procedure of this name that faults can be set for. */
  readonly isSimulated: (procedure: string) => boolean;
}

/** The routes of tRPC. */
export function trpcRoutes({ handle, maxBody, anyBody, control, isSimulated }: TrpcParts): Route[] {
  // A batch is of the control API if one of its calls is. Too much counts as one rather than too little: a name
  // anywhere in the path, as tRPC decodes it.
  const isControl = (path: string): boolean => {
    const decoded = decodeURIComponent(path);
    return control.some((name) => decoded.includes(name));
  };

  const proceduresOf = (path: string): string[] => decodeURIComponent(path.slice(ROOT.length + 1)).split(',');

  const operationOf = (path: string): string | undefined => {
    const [only = '', ...others] = proceduresOf(path);
    return others.length === 0 && isSimulated(only) ? only : undefined;
  };

  const streamed = (body: ReadableStream<Bytes>): OpenStream => new OpenStream(new Chunks(body));

  async function answer(exchange: Exchange): Promise<Answer> {
    const hashed = mayTellBodies(exchange) ? new HashedBody(exchange.request) : undefined;
    if (hashed !== undefined) exchange.request = hashed.request;
    const procedures = proceduresOf(exchange.path);
    const maxBytes = Math.min(...procedures.map(maxBody));
    const input = new TrpcInput(exchange, { maxBytes, procedures: procedures.length });
    const unknown = isControl(exchange.path) ? [] : unknownMembers(exchange.query.keys(), QUERY_NAMES, 'query');
    const isStrict = exchange.sandbox.config.strict === true;
    const controls = withUnknown(readControls(exchange, 'call'), isStrict ? unknown : [], QUERY_NAMES);
    const call = new ExchangeCall(exchange, controls, 'trpc');
    const endpoint = exchange.fullPath.slice(0, exchange.fullPath.length - exchange.path.length) + ROOT;
    // A larger body waits until a call has shown the credential that allows it. What cannot be read fails in the calls.
    if (maxBytes <= anyBody) await input.read().catch(() => undefined);
    const operations = procedures.filter(isSimulated);
    const batch = await evaluateBatch(exchange, { call, operations, body: hashed, maxBody: anyBody });
    const isBatch = procedures.length > 1;
    const instanceOf = (procedure: string | undefined): string =>
      isBatch && procedure !== undefined ? `${endpoint}/${encodeURIComponent(procedure)}` : exchange.fullPath;
    const { response, over } = await handle({ input, endpoint, instanceOf, call, batch });
    const { controls: asked, isRedirected } = call;
    const all: FaultedCall = { controls: asked, isRedirected, faultOutcome: batch.whole, altered: call.altered };
    const type = response.headers.get('content-type') ?? JSON_TYPE;
    // A batch may ask for its answers one by one; such a stream goes out as it comes, unless something is done to it.
    const isWhole = type.startsWith(JSON_TYPE) || hasOutcome(all);
    const whole = isWhole || response.body === null ? await response.text() : streamed(response.body);
    const { problem, instead, replayed, limit, ...result } = over();
    const body =
      typeof whole === 'string' && type.startsWith(JSON_TYPE) ? await alteredResults(whole, procedures, result) : whole;
    const beside = {
      delayedMs: result.delayedMs,
      unknown: [...unknown, ...result.unknown],
      offContract: result.offContract,
    };
    if (instead !== undefined)
      return withOutcome({ ...(await forcedAnswer(instead, exchange)), ...beside }, all, 'forced');
    const answered: Answer = {
      status: response.status,
      type,
      body,
      caching: 'none',
      headers: {
        ...(limit && leftHeaders(limit)),
        ...problem?.details.headers,
        ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
      },
      ...beside,
      ...(problem === undefined ? {} : { kind: problem.kind, cause: problem.details.cause }),
    };
    if (problem === undefined) return withOutcome(answered, all, 'true');
    return withOutcome(answered, all, isForced(problem) ? 'forced' : 'failed');
  }

  return ['GET', 'POST'].map((method) => ({ method, path: `${ROOT}/*`, operationOf, isControl, answer }));
}
