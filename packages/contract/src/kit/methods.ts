/** Declares an operation of each HTTP method. */
import type { Checked } from './check-declaration.js';
import { checkOperation } from './check-domain.js';
import type {
  ComputedIn,
  CredentialIn,
  ErrorsIn,
  InputIn,
  LiteralTypes,
  NamesIn,
  OptionalIn,
  PatchedIn,
  ScopeIn,
  StatusIn,
  VersionedIn,
} from './declared-input.js';
import type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
import type { AnswerShape, Method } from './operation-meta.js';
import { mergePatch } from './merge-patch.js';
import { z } from 'zod';
import { arrivalsInput, formatInput, includeInput, openSortInput, sortInput, withArrivals } from './list-parameters.js';
import { type Filters, withNeeds } from './condition.js';
import { cursor, pagingControls } from './controls.js';
import { fieldsInput } from './fields.js';
import { linesControls, linesIn } from './lines.js';
import { conditionHeaders, ifMatchInput, ifNoneMatchInput } from './precondition.js';
import { DeclarationError } from './nearest.js';
import { answersOf } from './envelope.js';

/** A declaration at its address. */
interface Declaration {
  readonly method: Method;
  readonly path: string;
  readonly declared: OperationDeclaration;
}

/** A header's name (RFC 9110 §5.1). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that say something of every request; OpenAPI ignores parameters by the first three names. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'authorization',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'cookie',
  'host',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'x-request-id',
]);

function headerFault(member: string, header: string, { path, declared }: Declaration): string | undefined {
  if (!(member in declared.input.shape)) return `headers names ${member}, which the input does not have`;
  if (path.includes(`{${member}}`)) return `headers names ${member}, which is in the path`;
  if (!NAME.test(header)) return `${JSON.stringify(header)} is no name of a header`;
  return RESERVED.has(header.toLowerCase()) ? `the header ${header} is the server's own` : undefined;
}

function headersFault(given: Declaration): string | undefined {
  const entries = Object.entries(given.declared.headers ?? {});
  const names = [...entries.map(([, name]) => name), ...Object.values(conditionHeaders(given.method, given.declared))];
  const known = names.map((name) => name.toLowerCase());
  const twice = names.find((name, index) => known.indexOf(name.toLowerCase()) !== index);
  if (twice !== undefined) return `the header ${twice} is read into two members`;
  return entries.map(([member, name]) => headerFault(member, name, given)).find((fault) => fault !== undefined);
}

/** The schema of the one record that an output has; undefined where it has another shape. */
function recordSchema(output: z.ZodType): unknown {
  const data: unknown = output instanceof z.ZodObject ? output.shape['data'] : undefined;
  return data instanceof z.ZodArray ? data.element : data;
}

function versionsFault({ method, declared }: Declaration): string | undefined {
  const { versioned, input, output, scope } = declared;
  if (versioned === undefined) return undefined;
  const added = ['if_match', 'if_none_match'].find((name) => name in input.shape);
  if (added !== undefined) return `the input has ${added}, which follows from versioned`;
  if (scope === 'registry') return 'versioned is for the records of a sandbox';
  // Its type knows no envelope.
  const answers = answersOf(output) as AnswerShape;
  const isWrite = method !== 'GET';
  if (isWrite && answers === 'nothing') return undefined;
  const record = answers === 'record' || (isWrite && answers === 'written') ? recordSchema(output) : undefined;
  const hasVersion = record instanceof z.ZodObject && record.shape['version'] instanceof z.ZodNumber;
  return hasVersion ? undefined : 'versioned needs an output of one record with an integer member version';
}

/**
 * Refuses a faulty declaration.
 *
 * @throws {@link DeclarationError} that names the address of the operation
 */
function refuseFaulty(given: Declaration): void {
  const fault = headersFault(given) ?? versionsFault(given);
  if (fault !== undefined) throw new DeclarationError(`${given.method} ${given.path}: ${fault}`);
}

const paging = { ...pagingControls, cursor };

/** The members that stand after those that the author gave. */
function addedTo(
  method: Method,
  { output, sorts, open, fields, includes, arrivals, formats, versioned }: OperationDeclaration,
): z.ZodRawShape {
  const isConditional = versioned !== undefined && method !== 'GET';
  return {
    ...(sorts === undefined ? {} : { sort: open === true ? openSortInput(sorts) : sortInput(sorts) }),
    ...(fields === true ? { fields: fieldsInput(output) } : {}),
    ...(includes === undefined ? {} : { include: includeInput(includes) }),
    ...(arrivals === true ? { arrivals: arrivalsInput() } : {}),
    ...(formats === undefined ? {} : { format: formatInput(formats) }),
    ...(linesIn(output) === undefined ? {} : linesControls),
    ...(isConditional ? { if_match: ifMatchInput(versioned) } : {}),
    ...(isConditional && method === 'PUT' ? { if_none_match: ifNoneMatchInput() } : {}),
  };
}

/** The same schema with other members: what else it checks, it still does, and an example of the whole stays. */
function withMembers(input: z.ZodObject, shape: z.ZodRawShape, declared: OperationDeclaration): z.ZodObject {
  const examples = input.meta()?.['examples'];
  const needing = withNeeds(withConditions(input.clone({ ...input.def, shape }), declared.filters ?? {}), declared);
  const own = declared.arrivals === true ? withArrivals(needing) : needing;
  return examples === undefined ? own : own.meta({ examples });
}

/** The members of conditions, each with what it reads beside its own. */
function conditionMembers(filters: Filters): (readonly [string, z.ZodType])[] {
  return Object.entries(filters).flatMap(([name, { schema, beside }]) =>
    // The schemas of a shape have the methods of the classic package, whatever the core's types say.
    Object.entries({ [name]: schema, ...(beside as Readonly<Record<string, z.ZodType>>) }).map(
      ([own, value]) => [own, value.optional()] as const,
    ),
  );
}

/** The same schema, which refuses what a condition reads beside its own member where that one is missing. */
function withConditions(input: z.ZodObject, filters: Filters): z.ZodObject {
  const needed = Object.entries(filters).flatMap(([name, { beside }]) =>
    Object.keys(beside).map((other) => [other, name] as const),
  );
  if (needed.length === 0) return input;
  return input.check(({ value, issues }) => {
    for (const [other, name] of needed) {
      if (value[other] === undefined || value[name] !== undefined) continue;
      const message = `is required where ${other} is given`;
      issues.push({ code: 'invalid_type', expected: 'string', path: [name], message, input: undefined });
    }
  });
}

/** The input of a declaration, with what the kit adds to it. */
function addedInput(method: Method, declared: OperationDeclaration): z.ZodObject {
  const { input, filters = {} } = declared;
  const given = Object.entries<z.core.$ZodType>(input.shape);
  const conditions = conditionMembers(filters);
  // Faults are listed in this order: what a list is of comes before how it is shown.
  const members = [
    ...given.filter(([name]) => !Object.hasOwn(paging, name)),
    ...conditions,
    ...given.filter(([name]) => Object.hasOwn(paging, name)),
    ...Object.entries(addedTo(method, declared)),
  ];
  return members.length === given.length ? input : withMembers(input, Object.fromEntries(members), declared);
}

/** What an operation reads, and what of it a merge patch may change. */
interface Reads<M extends Method, Declared extends OperationDeclaration, Path extends string> {
  readonly input: InputIn<M, Declared, Path>;
  readonly patched: PatchedIn<Declared, Path>;
}

/** The input of a declaration, its body as changes where it takes a merge patch, with what the kit adds to it. */
function readsOf<M extends Method, Declared extends OperationDeclaration, Path extends string>(
  method: M,
  declared: Declared,
  path: Path,
): Reads<M, Declared, Path> {
  const { input, patch: takes, headers = {} } = declared;
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const outside = new Set([...names, ...Object.keys(headers)]);
  const own = takes === undefined ? { input, patched: undefined } : mergePatch(input, outside);
  const reads = { ...own, input: addedInput(method, { ...declared, input: own.input }) };
  // The types look at the same members.
  return reads as unknown as Reads<M, Declared, Path>;
}

/** Gives the function that declares operations of a method. */
function declaring<M extends Method>(method: M) {
  return <const Path extends `/${string}`, const Declared extends OperationDeclaration>(
    path: Path,
    declared: Declared & Checked<M, Path, Declared>,
  ): DeclaredOperation<
    M,
    InputIn<M, Declared, Path>,
    Declared['output'],
    // No alias: it would keep every text of the declaration in the published types.
    LiteralTypes<
      ScopeIn<Declared>,
      CredentialIn<Declared>,
      OptionalIn<Declared>,
      ErrorsIn<Declared>,
      NamesIn<Declared, 'kinds'>,
      NamesIn<Declared, 'emits'>,
      VersionedIn<Declared>,
      PatchedIn<Declared, Path>,
      StatusIn<Declared>,
      ComputedIn<Declared>
    >
  > => {
    checkOperation(method, path, declared);
    refuseFaulty({ method, path, declared });
    const { input, patched } = readsOf<M, Declared, Path>(method, declared, path);
    return { method, path, declared: { ...declared, input }, patched };
  };
}

/**
 * Declares a read.
 *
 * @example
 * ```ts
 * import { course, get, recordOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const getCourse = get('/api/education/courses/{course_id}', {
 *   summary: 'Get a course',
 *   description: 'One course by its id.',
 *   input: z.object({ course_id: z.string() }),
 *   output: recordOf(course),
 * });
 * ```
 */
export const get = declaring('GET');

/**
 * Declares a write.
 *
 * @example
 * ```ts
 * import { course, post, writtenOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const createCourse = post('/api/education/courses', {
 *   summary: 'Create a course',
 *   description: 'Adds a course to the catalogue.',
 *   input: z.object({ title: z.string() }),
 *   output: writtenOf(course),
 * });
 * ```
 */
export const post = declaring('POST');

/**
 * Declares a change to some members of a record (RFC 5789).
 *
 * @example
 * ```ts
 * import { course, patch, writtenOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const renameCourse = patch('/api/education/courses/{course_id}', {
 *   summary: 'Rename a course',
 *   description: 'Changes the title alone.',
 *   input: z.object({ course_id: z.string(), title: z.string() }),
 *   output: writtenOf(course),
 * });
 * ```
 */
export const patch = declaring('PATCH');

/**
 * Declares a write that makes a thing be as the body says (RFC 9110 §9.3.4).
 *
 * @example
 * ```ts
 * import { course, put, writtenOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const replaceCourse = put('/api/education/courses/{course_id}', {
 *   summary: 'Replace a course',
 *   description: 'Makes the course be as the body says.',
 *   input: z.object({ course_id: z.string(), title: z.string() }),
 *   output: writtenOf(course),
 * });
 * ```
 */
export const put = declaring('PUT');

/**
 * Declares a removal.
 *
 * @example
 * ```ts
 * import { course, remove, writtenOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const removeCourse = remove('/api/education/courses/{course_id}', {
 *   summary: 'Remove a course',
 *   description: 'Takes the course out of the catalogue.',
 *   input: z.object({ course_id: z.string() }),
 *   output: writtenOf(course),
 * });
 * ```
 */
export const remove = declaring('DELETE');
