/** Declares an operation of each HTTP method. */
import type { Checked } from './check-declaration.js';
import { checkOperation } from './check-operation.js';
import { readsOf } from './reads.js';
import { refuseFaulty } from './refuse-faulty.js';
import type { InputIn, PatchedIn } from './declared-input.js';
import type {
  ComputedIn,
  CredentialIn,
  ErrorsIn,
  LiteralTypes,
  NamesIn,
  OptionalIn,
  ScopeIn,
  StatusIn,
  VersionedIn,
} from './literal-types.js';
import type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';

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
