/** Declares an operation of each HTTP method. */
import type { z } from 'zod';
import { operation, type OperationDeclaration } from './declare-operation.js';
import type { AnswerShape } from './operation-meta.js';

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
export function get<Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
  path: `/${string}`,
  declared: OperationDeclaration<Answers, Input, Output>,
) {
  return operation('GET', path, declared);
}

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
export function post<Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
  path: `/${string}`,
  declared: OperationDeclaration<Answers, Input, Output>,
) {
  return operation('POST', path, declared);
}

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
export function patch<Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
  path: `/${string}`,
  declared: OperationDeclaration<Answers, Input, Output>,
) {
  return operation('PATCH', path, declared);
}

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
export function put<Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
  path: `/${string}`,
  declared: OperationDeclaration<Answers, Input, Output>,
) {
  return operation('PUT', path, declared);
}

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
export function remove<Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
  path: `/${string}`,
  declared: OperationDeclaration<Answers, Input, Output>,
) {
  return operation('DELETE', path, declared);
}
