/** Reads path, query and body of a request into the one input of its procedure. */
import { type BodyType, type Operation, rowsIn } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import type { Read } from '../call/pipeline.js';
import { type Locate, locateParameter, pointer } from '../kit/faults.js';
import { detachString } from '../kit/detach-string.js';
import { readBody } from './body.js';
import { unknownInBody, unknownProblem } from './body-names.js';
import { authorizationOf, takesToken } from './token-elsewhere.js';
import type { ParameterNames } from './parameter-names.js';
import type { Exchange } from './exchange.js';
import type { PathParameters } from './router.js';
import type { RowRules } from './row-lines.js';
import { readHeaders, readOpenQuery, readPath, readQuery, type TextTypes } from './text.js';
import { badRequest } from '../kit/problem-error.js';

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
  readonly locate?: Locate;
}

/** An input with the members that come in headers; elsewhere they are not known. */
function withHeaders(given: unknown, { operation, types }: InputRules, { exchange }: InputRequest): unknown {
  const { headers } = operation.meta;
  if (types.headers.size === 0 || !isObject(given)) return given;
  const own = Object.entries(given).filter(([name]) => !Object.hasOwn(headers, name));
  return { ...Object.fromEntries(own), ...readHeaders(types.headers, headers, exchange.request.header) };
}

/** Where a reader of a stream says it was before it lost the connection (HTML Living Standard §9.2.4). */
function resumption({ request }: Exchange): { readonly last_event_id?: string } {
  const last = request.header('last-event-id')?.trim() ?? '';
  return last === '' ? {} : { last_event_id: detachString(last) };
}

async function parse(rules: InputRules, request: InputRequest): Promise<Parsed> {
  const { given, locate } = await parseOwn(rules, request);
  return { given, input: withHeaders(given, rules, request), ...(locate && { locate }) };
}

async function parseOwn(rules: InputRules, request: InputRequest): Promise<Omit<Parsed, 'input'>> {
  const { operation, types, bodies, maxBody } = rules;
  const { exchange, parameters } = request;
  const rows = rowsIn(operation.input);
  const inQuery = () => (operation.meta.open ? readOpenQuery : readQuery)(exchange.query, types.own);
  const body =
    bodies.length === 0
      ? undefined
      : await readBody(exchange.request, {
          accepts: bodies,
          maxBytes: maxBody,
          share: exchange.bodyShare,
          types: types.own,
          rows,
        });
  const sent = body === undefined ? inQuery() : body.given;
  if (!isObject(sent)) return { given: sent };
  const isLines = body?.type === 'csv' || body?.type === 'ndjson';
  // Lines have no room for anything else.
  const given = rows === undefined || body === undefined ? sent : { ...inQuery(), ...sent };
  if (operation.answers === 'stream') Object.assign(given, resumption(exchange));
  // A member that is the empty text may count as left out.
  const all = Object.assign(
    operation.meta.empty === 'omitted' ? withoutEmpty(given) : given,
    readPath(parameters, types.own),
  );
  return isLines ? { given: all, locate: locateBeside(rows) } : { given: all };
}

/** Where faults are if the body has the rows alone: all else is a parameter. */
function locateBeside(rows: RowRules | undefined): Locate {
  return (path) => (path[0] === rows?.member ? { pointer: pointer(path) } : locateParameter(path));
}

/** Reads the input; never throws. */
export async function readInput(rules: InputRules, request: InputRequest): Promise<ReadInput> {
  const { operation, bodies, known } = rules;
  const { exchange, isStrict } = request;
  let { unknown } = request;
  let input: unknown;
  let authorization: string | undefined;
  try {
    const parsed = await parse(rules, request);
    input = parsed.input;
    const { locate } = parsed;
    if (takesToken(operation)) authorization = authorizationOf(exchange, input, operation);
    checkUnpaged(parsed.given, operation);
    if (bodies.length === 0) return { input, authorization, unknown };
    const inBody = unknownInBody(parsed.given, operation, known);
    unknown = [...unknown, ...inBody];
    if (isStrict && inBody.length > 0) throw unknownProblem(input, operation, inBody);
    return { input, authorization, unknown, locate };
  } catch (fault) {
    return { input, authorization, unknown, fault };
  }
}
