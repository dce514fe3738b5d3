/** Declares an operation of each HTTP method. */
import type { z } from 'zod';
import type { Checked } from './check-declaration.js';
import { checkOperation } from './check-operation.js';
import type {
  CredentialIn,
  DeclaredOperation,
  ErrorsIn,
  InputIn,
  LiteralTypes,
  ScopeIn,
  NamesIn,
  OperationDeclaration,
  OptionalIn,
  PatchedIn,
  VersionedIn,
} from './operation-declaration.js';
import type { Method } from './operation-meta.js';
import { mergePatch } from './merge-patch.js';
import { ifMatchInput, ifNoneMatchInput } from './precondition.js';
import { refuseFaulty } from './refuse-faulty.js';
import { sortInput } from './sort.js';

/** The members that the kit adds to the input of a declaration. */
function addedTo(method: Method, { sorts, versioned }: OperationDeclaration): z.ZodRawShape {
  const isConditional = versioned !== undefined && method !== 'GET';
  return {
    ...(sorts === undefined ? {} : { sort: sortInput(sorts) }),
    ...(isConditional ? { if_match: ifMatchInput(versioned) } : {}),
    ...(isConditional && method === 'PUT' ? { if_none_match: ifNoneMatchInput() } : {}),
  };
}

/** An input with more members; an example of the whole, which an extended schema would lose, stays. */
function extended(input: z.ZodObject, added: z.ZodRawShape): z.ZodObject {
  const examples = input.meta()?.['examples'];
  const own: z.ZodObject = input.extend(added);
  return examples === undefined ? own : own.meta({ examples });
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
  const added = addedTo(method, declared);
  const reads = { ...own, input: Object.keys(added).length === 0 ? own.input : extended(own.input, added) };
  // The types look at the same members.
  return reads as Reads<M, Declared, Path>;
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
      PatchedIn<Declared, Path>
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
