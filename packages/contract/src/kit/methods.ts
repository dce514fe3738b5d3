/** Declares an operation of each HTTP method. */
import type { z } from 'zod';
import { operation, type OperationDeclaration } from './declare-operation.js';
import type { AnswerShape, Method } from './operation-meta.js';

/** Gives the function that declares operations of a method. */
function declaring<M extends Method>(method: M) {
  return <Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
    path: `/${string}`,
    declared: OperationDeclaration<Answers, Input, Output>,
  ) => operation(method, path, declared);
}

/**
 * Declares a read.
 *
 * @example
 * ```ts
 * import { course, get, recordOf } from '@understudy/contract';
 * import { z } from 'zod';
 * const getCourse = get('/api/education/courses/{course_id}', {
 *   name: 'education.getCourse',
 *   summary: 'Get a course',
 *   description: 'One course by its id.',
 *   answers: 'record',
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
 *   name: 'education.createCourse',
 *   summary: 'Create a course',
 *   description: 'Adds a course to the catalogue.',
 *   answers: 'written',
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
 *   name: 'education.renameCourse',
 *   summary: 'Rename a course',
 *   description: 'Changes the title alone.',
 *   answers: 'written',
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
 *   name: 'education.replaceCourse',
 *   summary: 'Replace a course',
 *   description: 'Makes the course be as the body says.',
 *   answers: 'written',
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
 *   name: 'education.removeCourse',
 *   summary: 'Remove a course',
 *   description: 'Takes the course out of the catalogue.',
 *   answers: 'written',
 *   input: z.object({ course_id: z.string() }),
 *   output: writtenOf(course),
 * });
 * ```
 */
export const remove = declaring('DELETE');
