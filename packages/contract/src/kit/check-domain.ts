/** What must hold of a declared domain and of each of its operations: the same as check-declaration.ts says in types. */
import { DeclarationError, orOneOf } from './nearest.js';
import { type AnswerShape, type CountedLimit, isPolicyName, type Method } from './operation-meta.js';
import type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
import { type ProblemKindInfo, sharedKinds } from './problem-kinds.js';
import { isSchema, itemShape, memberSchema, shapeOf, withoutWrappers } from './schema-shape.js';
import type { z } from 'zod';
import { checkArrivals } from './list-parameters.js';
import type { Filters } from './condition.js';
import { callControls } from './controls.js';
import { checkMembers, declarationMembers } from './declaration-members.js';
import { checkLines } from './lines.js';

/** A domain as it is declared. */
export interface DeclaredDomain {
  readonly name: string;
  readonly description: string;
  readonly operations: Readonly<Record<string, DeclaredOperation>>;
  readonly kinds: Readonly<Record<string, ProblemKindInfo>>;
  readonly events: Readonly<Record<string, unknown>>;
}

function isOperation(value: unknown): value is DeclaredOperation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'declared' in value;
}

function checkOperations({ name, operations, kinds, events }: DeclaredDomain): void {
  for (const [own, operation] of Object.entries<unknown>(operations)) {
    const full = `${name}.${own}`;
    if (!/^[a-z]\w*$/i.test(own)) throw new DeclarationError(`${full}: a name has letters, digits and _ only`);
    if (!isOperation(operation)) {
      throw new DeclarationError(`${full} is not an operation; get, post, put, patch and remove make one`);
    }
    for (const kind of operation.declared.kinds ?? []) {
      if (Object.hasOwn(kinds, kind) || Object.hasOwn(sharedKinds, kind)) continue;
      throw new DeclarationError(`${full}: the problem kind ${kind} is not declared; name it in the domain's kinds`);
    }
    for (const type of operation.declared.emits ?? []) {
      if (Object.hasOwn(events, type)) continue;
      throw new DeclarationError(`${full}: the event ${type} is not declared; name it in the domain's events`);
    }
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;

/** Refuses a limit that no header can say, or that nothing could be written under. */
function checkLimit({ limit, scope }: { readonly limit?: CountedLimit; readonly scope?: string }): void {
  if (limit === undefined) return;
  const { name, quota, window } = limit;
  if (scope === 'registry') throw new DeclarationError('it has a limit, which only operations of a sandbox can have');
  if (!isPolicyName(name)) {
    throw new DeclarationError(
      `its limit is named ${JSON.stringify(name)}; a name has letters, digits, spaces, _ . and -`,
    );
  }
  if (!isCount(quota)) throw new DeclarationError('the quota of its limit is not an integer of at least 1');
  if (!isCount(window))
    throw new DeclarationError('the window of its limit is not a whole number of seconds of at least 1');
}

/** A limit is one thing, whichever operation names it. */
function checkLimits({ name, operations }: DeclaredDomain): void {
  const known = new Map<string, CountedLimit>();
  for (const [own, { declared }] of Object.entries(operations)) {
    const { limit } = declared;
    const other = limit && known.get(limit.name);
    if (limit === undefined) continue;
    known.set(limit.name, limit);
    if (other === undefined || (other.quota === limit.quota && other.window === limit.window)) continue;
    throw new DeclarationError(`${name}.${own}: the limit ${limit.name} has another quota or window elsewhere`);
  }
}

function checkKinds({ name, kinds }: DeclaredDomain): void {
  for (const [kind, info] of Object.entries(kinds)) {
    const { status, title, description } = Object(info) as Partial<typeof info>;
    const isWhole = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
    if (isWhole && typeof title === 'string' && typeof description === 'string') continue;
    throw new DeclarationError(
      `${name}: the problem kind ${kind} must have a status from 400 to 599, a title and a description`,
    );
  }
}

function checkEvents({ name, events }: DeclaredDomain): void {
  for (const [type, event] of Object.entries(events)) {
    const literal = shapeOf(event)?.['type'];
    if (!isSchema(literal))
      throw new DeclarationError(`${name}: the event ${type} is not an event; webhookEvent makes one`);
    const { values } = literal._zod.def as { readonly values?: readonly unknown[] };
    if (values?.[0] !== type) {
      throw new DeclarationError(`${name}: the event ${type} has the type ${String(values?.[0])} in its schema`);
    }
  }
}

/**
 * Checks a declared domain.
 *
 * @throws {@link DeclarationError} naming the member
 */
export function checkDomain(declared: DeclaredDomain): void {
  const { name, description, operations } = declared;
  if (typeof name !== 'string' || !/^[a-z][\w-]*$/i.test(name)) {
    throw new DeclarationError(
      `the name of a domain is ${JSON.stringify(name)}, but must begin with a letter, and have letters, digits, _ and - only`,
    );
  }
  if (typeof description !== 'string' || description === '') {
    throw new DeclarationError(`${name}: its description is missing`);
  }
  if (typeof operations !== 'object' || operations === null)
    throw new DeclarationError(`${name}: it has no operations`);
  checkKinds(declared);
  checkEvents(declared);
  checkOperations(declared);
  checkLimits(declared);
}

/** Problems that show different records are those that it answers. */
function checkCurrent({ kinds = [], current }: OperationDeclaration): void {
  if (current === undefined || isSchema(current)) return;
  const odd = Object.keys(current).find((kind) => !kinds.includes(kind));
  if (odd !== undefined) throw new DeclarationError(`current has ${odd}, which is not one of its kinds`);
}

const FORBIDDEN: ReadonlyMap<string, string> = new Map([
  ...Object.keys(callControls).map((name) => [name, 'which is a control of every call; give it another name'] as const),
  ['sort', 'which follows from sorts; leave it out'],
]);

/** Types of schemas whose values have an order. */
const ORDERED: ReadonlySet<string> = new Set('string number int boolean enum literal date union'.split(' '));

function checkTexts({ summary, description }: OperationDeclaration): void {
  for (const [name, text] of Object.entries({ summary, description })) {
    if (typeof text !== 'string' || text === '') throw new DeclarationError(`its ${name} is missing`);
  }
}

/** Whether a schema takes members that it does not name. */
const isLoose = ({ _zod: { def } }: z.ZodObject): boolean =>
  def.catchall !== undefined && def.catchall._zod.def.type !== 'never';

function checkInput(path: string, { input, scope, raw }: OperationDeclaration): void {
  const shape = shapeOf(input);
  if (shape === undefined)
    throw new DeclarationError('its input is not a z.object; write z.object({}) if it takes nothing');
  for (const [, name = ''] of path.matchAll(/\{(\w*)\}/g)) {
    if (!Object.hasOwn(shape, name) && !isLoose(input) && raw === undefined)
      throw new DeclarationError(`its input has no ${name}, which is in the path; add it, such as ${name}: z.string()`);
  }
  for (const name of Object.keys(shape)) {
    // The registry takes none of the controls of calls.
    const why = scope === 'registry' && Object.hasOwn(callControls, name) ? undefined : FORBIDDEN.get(name);
    if (why !== undefined) throw new DeclarationError(`its input has ${name}, ${why}`);
  }
}

function checkPath(path: string): void {
  if (typeof path !== 'string' || !path.startsWith('/')) throw new DeclarationError('its path does not begin with /');
  const [odd] = path.match(/:\w+|\{(?!\w+\})|\/\*/) ?? [];
  if (odd !== undefined) {
    throw new DeclarationError(`its path has ${odd}; a parameter is a whole part of the path, such as {id}`);
  }
}

/** The type of a schema, seen through what makes it optional or null. */
const typeOf = (schema: z.core.$ZodType): string => withoutWrappers(schema)._zod.def.type;

function checkFields({ input, output, ...declared }: OperationDeclaration): void {
  const { searches = [] } = declared;
  // Its members are checked against the records that it has.
  if (declared.open === true) return;
  const computes = declared.computes ?? {};
  const sorts = (declared.sorts ?? []).filter((name) => !Object.hasOwn(computes, name));
  // Elsewhere q is a member like any other.
  const isSearched = answers(output, 'list') || answers(output, 'lines') || searches.length > 0;
  const hasQ = isSearched && Object.hasOwn(shapeOf(input) ?? {}, 'q');
  if (hasQ && searches.length === 0)
    throw new DeclarationError('its input has q, but searches does not name a member to search');
  if (!hasQ && searches.length > 0) throw new DeclarationError('it searches, but its input has no q');
  const shape = itemShape(output);
  if (shape === undefined) return;
  const instead = (name: string): string => orOneOf(name, 'they have', Object.keys(shape));
  for (const name of searches) {
    if (!Object.hasOwn(shape, name)) {
      throw new DeclarationError(`searches has ${name}, which its records do not have${instead(name)}`);
    }
  }
  for (const name of sorts) {
    const schema = memberSchema(shape, name);
    if (schema === undefined) {
      throw new DeclarationError(`sorts has ${name}, which its records do not have${instead(name)}`);
    }
    if (!ORDERED.has(typeOf(schema))) {
      throw new DeclarationError(
        `sorts has ${name}, whose values have no order: it is of type ${typeOf(schema)}; leave it out`,
      );
    }
  }
}

/** Why a name of a condition, or of what stands beside one, cannot be one of the input; undefined where it can. */
function conflictOf(name: string, own: object): string | undefined {
  return Object.hasOwn(own, name) ? 'which its input has already; leave it out of one of them' : FORBIDDEN.get(name);
}

/** The further members that conditions read stand for themselves: no other condition is called so, or reads them. */
function checkCompanions(filters: Filters, own: object): void {
  const names = Object.values(filters).flatMap(({ beside }) => Object.keys(beside));
  for (const [index, name] of names.entries()) {
    const isTwice = Object.hasOwn(filters, name) || names.indexOf(name) < index;
    const taken = isTwice ? 'which another of them has already; give it another name' : conflictOf(name, own);
    if (taken !== undefined) throw new DeclarationError(`filters has ${name}, ${taken}`);
  }
}

/** Whether an output is of a shape. */
const answers = (output: object, shape: AnswerShape): boolean => 'answers' in output && output.answers === shape;

function checkComputes({ input, output, filters = {}, computes = {} }: OperationDeclaration): void {
  const shape = { ...shapeOf(input), ...filters };
  for (const [name, { needs }] of Object.entries(computes)) {
    if (!answers(output, 'list')) throw new DeclarationError(`computes has ${name}, and only a list computes`);
    if (!Object.hasOwn(shape, needs)) {
      throw new DeclarationError(`computes has ${name}, which needs ${needs}; its input has no such member`);
    }
  }
}

function checkFilters({ input, output, filters = {}, computes = {} }: OperationDeclaration): void {
  const own = shapeOf(input) ?? {};
  checkCompanions(filters, own);
  const shape = itemShape(output);
  for (const [name, { member = name }] of Object.entries(filters)) {
    const taken = conflictOf(name, own);
    if (taken !== undefined) throw new DeclarationError(`filters has ${name}, ${taken}`);
    if (Object.hasOwn(computes, member)) continue;
    if (shape !== undefined && memberSchema(shape, member) === undefined) {
      const over = member === name ? '' : ` over ${member}`;
      const instead = orOneOf(member, 'they have', Object.keys(shape));
      throw new DeclarationError(`filters has ${name}${over}, which its records do not have${instead}`);
    }
  }
}

function checkFormats({ input, output, formats }: OperationDeclaration): void {
  if (formats === undefined) return;
  if (Object.hasOwn(shapeOf(input) ?? {}, 'format')) {
    throw new DeclarationError('its input has format, which follows from formats');
  }
  if (!answers(output, 'list')) throw new DeclarationError('it has formats, which only a list can have');
  if (Object.hasOwn(formats, 'json')) throw new DeclarationError('formats has json, which every list has already');
}

function checkHolds({ input, holds }: OperationDeclaration): void {
  if (holds === undefined) return;
  const schema = memberSchema(shapeOf(input) ?? {}, holds);
  if (schema === undefined || typeOf(schema) !== 'number') {
    throw new DeclarationError(`holds has ${holds}, which is not a number in its input`);
  }
}

/** A file is what lies at an address: it has ranges and conditions, which are those of a GET (RFC 9110 §14.2). */
function checkFile(method: Method, { output, scope }: OperationDeclaration): void {
  if (!answers(output, 'file') || (method === 'GET' && scope !== 'registry')) return;
  throw new DeclarationError('only a read of a sandbox can answer with a file');
}

/** EventSource asks by GET alone, and for what has happened since: nothing of that may be kept. */
function checkStream(method: Method, { input, output, cache }: OperationDeclaration): void {
  if (!answers(output, 'stream')) return;
  if (method !== 'GET') throw new DeclarationError('only a read can answer with a stream');
  if (cache !== undefined && cache !== 'none')
    throw new DeclarationError('a stream is never cached, so it cannot have cache');
  if (!Object.hasOwn(shapeOf(input) ?? {}, 'last_event_id')) {
    throw new DeclarationError('it answers a stream, but its input is not that of streamInput(…)');
  }
}

/**
 * Checks a declared operation.
 *
 * @throws {@link DeclarationError} naming its address
 */
export function checkOperation(method: Method, path: string, declared: OperationDeclaration): void {
  try {
    if (typeof declared !== 'object' || declared === null) throw new DeclarationError('it has no declaration');
    checkMembers('an operation', declared, declarationMembers);
    if (declared.raw === undefined) checkPath(path);
    checkTexts(declared);
    checkInput(path, declared);
    if (!isSchema(declared.output)) throw new DeclarationError('its output is not a schema, such as recordOf(…)');
    checkFields(declared);
    checkComputes(declared);
    checkFilters(declared);
    checkArrivals(declared);
    checkFormats(declared);
    checkHolds(declared);
    checkFile(method, declared);
    checkLines(method, declared);
    checkStream(method, declared);
    checkLimit(declared);
    checkCurrent(declared);
    const emits = declared.emits ?? [];
    if (method === 'GET' && emits.length > 0) throw new DeclarationError('it emits events, but a read cannot');
  } catch (error) {
    if (error instanceof DeclarationError) throw new DeclarationError(`${method} ${path}: ${error.message}`);
    throw error;
  }
}
