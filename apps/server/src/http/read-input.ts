/**
 * Reads path, query and body of a request into the one input of its operation, and the controls from query and header:
 * all faults at once.
 */
import {
  type BodyType,
  callControls,
  controls,
  type Operation,
  rowsIn,
  pagingControls,
  type ProblemFault,
} from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import {
  addIssues,
  FaultList,
  type Locate,
  locateIn,
  locateParameter,
  pointer,
  unknownFaults,
  unknownMembers,
} from '../kit/faults.js';
import { type Eventual, detachString } from '../kit/made-once.js';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { Exchange } from './exchange.js';
import type { Read } from '../call/pipeline.js';
import { type ParsedBody, readBody } from './body.js';
import type { PathParameters } from './router.js';
import type { RowRules } from './row-lines.js';
import { readHeaders, readOpenQuery, readPath, readQuery, type TextTypes, textTypes } from './text.js';
import { LRUCache } from '#platform/runtime';
import { listed, type ReadFault, type ReadFaults, readFaults } from '../faults/read-faults.js';
import type { CallControls } from '../call/call.js';

/** Credentials that are an access token, which EventSource can send in the query alone. */
const TOKENS: ReadonlySet<string> = new Set(['bearer', 'viewer', 'member']);

/** Whether an operation takes an access token in the query, since EventSource sends no header of its own. */
export function takesTokenInQuery({ answers, meta }: Pick<Operation, 'answers' | 'meta'>): boolean {
  return answers === 'stream' && TOKENS.has(meta.credential);
}

/** Whether it takes one elsewhere than in the header. */
function takesToken({ answers, meta }: Pick<Operation, 'answers' | 'meta'>): boolean {
  return meta.credential === 'bearer' || takesTokenInQuery({ answers, meta });
}

/** Refuses a token that is sent in two ways (RFC 6750 §2 and §3.1). */
function sentTwice(place: 'body' | 'query'): ProblemError {
  const detail = `access_token in the ${place} stands beside an Authorization header; send the token in one of the two`;
  const at = place === 'body' ? { pointer: '#/access_token' } : { parameter: 'access_token' };
  return new ProblemError('bad_request', {
    detail,
    errors: [{ ...at, code: 'conflict', detail }],
    headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_request"' },
  });
}

/** The token of a request that stands elsewhere than in the header; undefined where there is none. */
function tokenIn(
  { query, request: { header } }: Exchange,
  input: unknown,
  operation: Operation,
): { readonly place: 'body' | 'query'; readonly token: unknown } | undefined {
  const inQuery = takesTokenInQuery(operation) ? query.get('access_token') : null;
  if (inQuery !== null) return { place: 'query', token: inQuery };
  const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i.test(header('content-type') ?? '');
  if (!isForm || typeof input !== 'object' || input === null || !('access_token' in input)) return undefined;
  return { place: 'body', token: input.access_token };
}

/**
 * What an Authorization header would say.
 *
 * @throws ProblemError 400 where the token is sent in two ways
 */
function authorizationOf(ctx: Exchange, input: unknown, operation: Operation): string {
  const authorization = ctx.request.header('authorization') ?? '';
  const found = tokenIn(ctx, input, operation);
  if (found === undefined) return authorization;
  if (authorization !== '') throw sentTwice(found.place);
  return typeof found.token === 'string' ? `Bearer ${found.token}` : '';
}

/** Names known of an address. */
export interface ParameterNames {
  /** Those of the operation first, as messages list them. */
  readonly query: ReadonlySet<string>;
  /** Undefined where no body is read. */
  readonly body: ReadonlySet<string> | undefined;
}

/** The names of an address of an operation: of its controls, and of its own input, in the body where it reads one. */
export function parameterNames(operation: Operation, hasBody: boolean): ParameterNames {
  const { input, meta } = operation;
  if (meta.raw !== undefined) {
    return { query: new Set([...meta.raw.query, ...Object.keys(callControls)]), body: undefined };
  }
  const own = Object.keys(input.shape).filter((name) => !Object.hasOwn(meta.headers, name));
  const notInPath = own.filter((name) => !meta.openapi.path.includes(`{${name}}`));
  const shared = [...Object.keys(controls.shape), 'cursor'];
  // A form may hold the token (RFC 6750 §2.2), and the query of a stream (RFC 6750 §2.3).
  const token = takesToken(operation) ? ['access_token'] : [];
  const inQuery = takesTokenInQuery(operation) ? token : [];
  return {
    // The members beside rows may stand in the query: lines have no room for them.
    query: new Set(hasBody && rowsIn(input) === undefined ? shared : [...notInPath, ...shared, ...inQuery]),
    body: hasBody ? new Set([...own, ...token]) : undefined,
  };
}

/** The members that are not known; where others than those listed are kept, or refused by the schema, nothing is asked. */
function unknownInBody(
  input: unknown,
  { input: schema }: Operation,
  { body }: ParameterNames,
): readonly UnknownMember[] {
  const { catchall } = schema.def;
  const isDecided = catchall instanceof z.ZodUnknown || catchall instanceof z.ZodNever;
  const isAsked = body !== undefined && isObject(input) && !isDecided;
  return isAsked ? unknownMembers(Object.keys(input), body, 'body') : [];
}

/** The problem with members that are not known, and with whatever else is wrong with the input. */
function unknownProblem(input: unknown, operation: Operation, unknown: readonly UnknownMember[]) {
  const { openapi, headers } = operation.meta;
  // A parameter of the path may stand in the body too, where nobody has to write it.
  const isElsewhere = (name: string) => openapi.path.includes(`{${name}}`) || Object.hasOwn(headers, name);
  const names = Object.keys(operation.input.shape).filter((name) => !isElsewhere(name));
  const faults = new FaultList();
  const { error } = operation.input.safeParse(input);
  if (error !== undefined) addIssues(faults, error, { input, locate: locateIn(operation.meta) });
  for (const fault of unknownFaults(unknown, names)) faults.addOne(fault);
  return faults.toProblem();
}

/** The parameters that choose a page; `pagination_style` only says how pages lead to each other. */
const PAGING = ['page', 'per_page', 'cursor'];

/** Refuses parameters that choose a page, where the form that is asked for has all records. */
function checkUnpaged(given: unknown, { meta }: Operation): void {
  if (typeof given !== 'object' || given === null || !('format' in given)) return;
  const { format } = given;
  if (typeof format !== 'string' || !Object.hasOwn(meta.formats, format)) return;
  const detail = `is not taken with format=${format}, which has no pages: all records that pass the filters are in it`;
  const faults = PAGING.filter((name) => name in given).map((parameter) => ({
    parameter,
    code: 'unsupported',
    detail,
  }));
  if (faults.length > 0) throw badRequest(faults);
}

/** How the input of an address is read. */
export interface InputRules {
  readonly operation: Operation;
  readonly known: ParameterNames;
  readonly types: { readonly own: TextTypes; readonly headers: TextTypes };
  /** Media types of the body; none where the query holds the input. */
  readonly bodies: readonly BodyType[];
  readonly maxBody: number;
}

/** A request whose input is to be read. */
export interface InputRequest {
  readonly exchange: Exchange;
  /** What of the query its operation does not know. */
  readonly unknown: readonly UnknownMember[];
  /** Whether the request is refused for what the operation does not know. */
  readonly isStrict: boolean;
  /** Path parameters, which win over members of the same name. */
  readonly parameters: PathParameters;
}

/** What was read, also where it cannot be used. */
export interface ReadInput extends Read {
  /** Where its faults are, where that does not follow from its operation. */
  readonly locate?: Locate | undefined;
  /** What of it the operation does not know. */
  readonly unknown: readonly UnknownMember[];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members that have a value. */
function withoutEmpty(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
}

/** What an input is made of. */
interface Parsed {
  /** The members of query or body, and of the path. */
  readonly given: unknown;
  /** The same without what must come in headers, and what came there. */
  readonly input: unknown;
  /** Where its faults are, where that depends on the media type of the body. */
  readonly locate?: Locate | undefined;
}

/** An input with the members that come in headers; elsewhere they are not known. */
function withHeaders(given: object, { operation, types }: InputRules, { exchange }: InputRequest): object {
  const { headers } = operation.meta;
  if (types.headers.size === 0) return given;
  const own = Object.entries(given).filter(([name]) => !Object.hasOwn(headers, name));
  return { ...Object.fromEntries(own), ...readHeaders(types.headers, headers, exchange.request.header) };
}

/** Where a reader of a stream says it was before it lost the connection (HTML Living Standard §9.2.4). */
function resumption({ request }: Exchange): { readonly last_event_id?: string } {
  const last = request.header('last-event-id')?.trim() ?? '';
  return last === '' ? {} : { last_event_id: detachString(last) };
}

function parse(rules: InputRules, request: InputRequest, body: ParsedBody | undefined): Parsed {
  const { operation, types } = rules;
  const { exchange, parameters } = request;
  const rows = rowsIn(operation.input);
  const inQuery = () => (operation.meta.open ? readOpenQuery : readQuery)(exchange.query, types.own);
  const sent = body === undefined ? inQuery() : body.given;
  if (!isObject(sent)) return { given: sent, input: sent };
  const isLines = body?.type === 'csv' || body?.type === 'ndjson';
  // Lines have no room for anything else.
  const own = rows === undefined || body === undefined ? sent : { ...inQuery(), ...sent };
  if (operation.answers === 'stream') Object.assign(own, resumption(exchange));
  // A member that is the empty text may count as left out.
  const given = operation.meta.empty === 'omitted' ? withoutEmpty(own) : own;
  readPath(given, parameters, types.own);
  const input = withHeaders(given, rules, request);
  return isLines ? { given, input, locate: locateRows(rows) } : { given, input };
}

/** Where faults are if the body has the rows alone: all else is a parameter. */
function locateRows(rows: RowRules | undefined): Locate {
  return (path) => (path[0] === rows?.member ? { pointer: pointer(path) } : locateParameter(path));
}

/** Reads the input: at once, where no body has to be waited for. It never fails. */
export function readInput(rules: InputRules, request: InputRequest): Eventual<ReadInput> {
  const { operation, types, bodies, maxBody } = rules;
  if (bodies.length === 0) return inputOf(rules, request, undefined);
  const { exchange, unknown } = request;
  const reading = readBody(exchange.request, {
    accepts: bodies,
    maxBytes: maxBody,
    share: exchange.bodyShare,
    types: types.own,
    rows: rowsIn(operation.input),
  });
  return reading.then(
    (body) => inputOf(rules, request, body),
    (fault: unknown) => ({ unknown, fault }),
  );
}

function inputOf(rules: InputRules, request: InputRequest, body: ParsedBody | undefined): ReadInput {
  const { operation, known } = rules;
  const { exchange, isStrict } = request;
  let { unknown } = request;
  let input: unknown;
  let authorization: string | undefined;
  try {
    const { given, input: own, locate } = parse(rules, request, body);
    input = own;
    if (takesToken(operation)) authorization = authorizationOf(exchange, input, operation);
    checkUnpaged(given, operation);
    if (body === undefined) return { input, authorization, unknown };
    const inBody = unknownInBody(given, operation, known);
    unknown = [...unknown, ...inBody];
    if (isStrict && inBody.length > 0) throw unknownProblem(input, operation, inBody);
    return { input, authorization, unknown, locate };
  } catch (fault) {
    return { input, authorization, unknown, fault };
  }
}

/** Name of the header, for clients that can set one for all their requests but no query; as people write it, and in lower case. */
export const SHOWN_HEADER = 'Understudy-Fault';
export const FAULT_HEADER = 'understudy-fault';

/** What a request says. */
interface RequestParts {
  /** The control `fault`; anything but a text has been refused already. */
  readonly query: unknown;
  readonly header: string | null;
}

/** The faults, and what is wrong with them. */
interface FaultControls {
  /** Those of the query, then those of the header; undefined where it asks for none. */
  readonly faults: readonly ReadFault[] | undefined;
  readonly wrong: readonly ProblemFault[];
}

const noControls: FaultControls = { faults: undefined, wrong: [] };

/** What was read last: most clients ask for the same again and again. */
const readCache = new LRUCache<string, ReadFaults>({ max: 200 });

/** Longest text that is remembered, in characters. */
const MAX_TEXT = 500;

function readAgain(text: string, origin: string): ReadFaults {
  const key = `${origin} ${text}`;
  const read = readCache.get(key) ?? readFaults(text, { isCounted: true, origin });
  if (key.length <= MAX_TEXT) readCache.set(detachString(key), read);
  return read;
}

function readText(text: string, parameter: string, origin: string): FaultControls {
  const read = readAgain(text, origin);
  return 'faults' in read ? { ...read, wrong: [] } : { faults: undefined, wrong: listed(read.issues, { parameter }) };
}

/**
 * Reads them.
 *
 * @param origin origin of the server as the client sees it
 */
function readFaultControls({ query, header }: RequestParts, origin: string): FaultControls {
  const own = typeof query === 'string' ? readText(query, 'fault', origin) : noControls;
  // A header without a value is none (RFC 9651 §3.1); tools send those that nobody has filled in.
  const given = header === null || header.trim() === '' ? noControls : readText(header, SHOWN_HEADER, origin);
  if (given === noControls) return own;
  return own === noControls
    ? given
    : { faults: [...(own.faults ?? []), ...(given.faults ?? [])], wrong: [...own.wrong, ...given.wrong] };
}

const none: CallControls = {};

/** Which controls a route takes from the query: over tRPC the paging ones are part of the input. */
export type ControlSet = 'all' | 'call' | 'paging';

const schemas = {
  all: controls,
  call: z.object(callControls),
  paging: z.object(pagingControls),
} as const;

const types = {
  all: textTypes(schemas.all.shape),
  call: textTypes(schemas.call.shape),
  paging: textTypes(schemas.paging.shape),
} as const;

/** Where the controls of a request stand. */
type ControlSource = Pick<Exchange, 'query' | 'origin' | 'request'>;

/** The controls of a request, or the problem that lists what is wrong with them. */
export function readControls({ query, origin, request }: ControlSource, set: ControlSet): CallControls | ProblemError {
  // The control API meets no faults.
  const header = set === 'paging' ? null : request.header(FAULT_HEADER);
  const input = readQuery(query, types[set]);
  if (header === null && Object.keys(input).length === 0) return none;
  const result = schemas[set].safeParse(input);
  const wrong = new FaultList();
  if (!result.success) addIssues(wrong, result.error, { input, locate: locateParameter });
  const read = readFaultControls({ query: set === 'paging' ? undefined : input['fault'], header }, origin);
  for (const one of read.wrong) wrong.addOne(one);
  if (wrong.total > 0) return wrong.toProblem();
  // Only a set that has them gives them; a delay of 0 differs from none.
  const { delay, simulate_error, cors } = { ...none, ...result.data };
  return { delay: input['delay'] === undefined ? undefined : delay, simulate_error, cors, faults: read.faults };
}
