/** Builders of the contract's operations: an unfinished tRPC procedure with all that REST needs to know of it. */
import { initTRPC } from '@trpc/server';
import type { z } from 'zod';

/** HTTP methods of the API. A GET is a tRPC query, every other method a mutation. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What an operation answers: a page of a list, one record, the one record written, any number of
 * results as one page, or a bare document.
 */
export type AnswerShape = 'list' | 'record' | 'written' | 'batch' | 'document';

/** Whether an answer may be kept: as long as the data is unchanged, for a while, or not at all. */
export type CachePolicy = 'revision' | 'static' | 'none';

/**
 * What an operation works on: the records of one sandbox, or the registry of all sandboxes. The
 * registry takes part in no simulation: of the controls it has paging only.
 */
export type Scope = 'sandbox' | 'registry';

/**
 * The credential an operation reads: none, the server's admin token, a user's access token (both as
 * RFC 6750 bearer), or that of an OAuth client (RFC 6749 §2.3).
 */
export type Credential = 'none' | 'admin' | 'bearer' | 'client';

/**
 * How the errors of an operation speak: as problem details, as OAuth errors (RFC 6749 §5.2, with the
 * problem's members beside them), or as OAuth errors that travel in a redirect where the caller is a
 * browser (RFC 6749 §4.1.2.1).
 */
export type ErrorStyle = 'problem' | 'oauth' | 'redirect';

/** Another address of an operation, left out of the OpenAPI document. */
export interface Alias {
  readonly method: Method;
  readonly path: `/${string}`;
}

/** What an operation declares of itself; everything that differs between operations is here. */
export interface OperationMeta {
  readonly openapi: {
    readonly method: Method;
    readonly path: `/${string}`;
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly tags: string[];
    readonly protect: false;
    /** Empty: the failures are documented from the problem kinds, not by trpc-openapi. */
    readonly errorResponses: number[];
    readonly contentTypes?: string[];
  };
  readonly scope: Scope;
  readonly credential: Credential;
  readonly errors: ErrorStyle;
  readonly aliases: readonly Alias[];
  readonly answers: AnswerShape;
  /** Which of the server's limits holds for its body. */
  readonly bodyLimit: 'body' | 'snapshot';
  /** Media types of the body it reads; empty when it reads none. */
  readonly bodies: readonly ('json' | 'form')[];
  readonly cache: CachePolicy;
  /** Record fields that `q` reads. */
  readonly searches: readonly string[];
  /** Event types that its writes can emit. */
  readonly emits: readonly string[];
  /** Problem kinds it has of its own, beside those that every operation can answer. */
  readonly kinds: readonly string[];
}

/** What a server puts into tRPC's context. A server adds its own members by augmenting this interface. */
export interface Context {
  /**
   * Runs around every call, before its input is read. It may wait (latency), refuses a call by
   * throwing, and goes on with `next`.
   */
  readonly around?: <Result>(meta: OperationMeta, next: () => Promise<Result>) => Promise<Result>;
}

/** Media types of the bodies that operations read. */
export const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

const trpc = initTRPC.context<Context>().meta<OperationMeta>().create();

const procedure = trpc.procedure.use(({ ctx, meta, next, getRawInput }) => {
  // An input whose members are all optional may be left out.
  const rawInput = async (): Promise<unknown> => {
    const raw = await getRawInput();
    return raw === undefined ? {} : raw;
  };
  const go = () => next({ getRawInput: rawInput });
  return ctx.around === undefined || meta === undefined ? go() : ctx.around(meta, go);
});

/** What the author of an operation says of it. */
export interface OperationDeclaration<
  Answers extends AnswerShape,
  Input extends z.ZodObject,
  Output extends z.ZodType,
> {
  /** `domain.operation`: tRPC path, OpenAPI operationId and SDK method alike. */
  readonly name: `${string}.${string}`;
  /** A few words: what the call does. */
  readonly summary: string;
  /** What a user needs to know beyond the summary. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly answers: Answers;
  readonly searches?: readonly string[];
  readonly kinds?: readonly string[];
  readonly emits?: readonly string[];
  readonly cache?: CachePolicy;
  readonly scope?: Scope;
  readonly credential?: Credential;
  readonly errors?: ErrorStyle;
  readonly aliases?: readonly Alias[];
  /** Media types of the body, where they are other than JSON alone. */
  readonly bodies?: readonly ('json' | 'form')[];
  readonly bodyLimit?: 'body' | 'snapshot';
}

function operation<M extends Method, Answers extends AnswerShape, Input extends z.ZodObject, Output extends z.ZodType>(
  method: M,
  path: `/${string}`,
  declared: OperationDeclaration<Answers, Input, Output>,
) {
  const [domain = ''] = declared.name.split('.');
  const searches = declared.searches ?? [];
  const reads = searches.length > 0 ? ` \`q\` reads ${searches.join(', ')}.` : '';
  const bodies = declared.bodies ?? (method === 'GET' || method === 'DELETE' ? [] : (['json'] as const));
  const meta: OperationMeta = {
    openapi: {
      method,
      path,
      operationId: declared.name,
      summary: declared.summary,
      description: declared.description + reads,
      tags: [domain],
      protect: false,
      errorResponses: [],
      ...(bodies.length === 0 ? {} : { contentTypes: bodies.map((body) => mediaTypes[body]) }),
    },
    scope: declared.scope ?? 'sandbox',
    credential: declared.credential ?? 'none',
    errors: declared.errors ?? 'problem',
    aliases: declared.aliases ?? [],
    answers: declared.answers,
    bodyLimit: declared.bodyLimit ?? 'body',
    bodies,
    cache: declared.cache ?? (method === 'GET' ? 'revision' : 'none'),
    searches,
    emits: declared.emits ?? [],
    kinds: declared.kinds ?? [],
  };
  return {
    method,
    path,
    name: declared.name,
    answers: declared.answers,
    meta,
    input: declared.input,
    output: declared.output,
    /** The unfinished tRPC procedure: a server adds `.query` (GET) or `.mutation` (the others). */
    procedure: procedure.meta(meta).input(declared.input).output(declared.output),
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

/** An operation of the contract, whatever its types. */
export interface Operation {
  readonly method: Method;
  readonly path: `/${string}`;
  /** `domain.operation`. */
  readonly name: `${string}.${string}`;
  readonly answers: AnswerShape;
  readonly meta: OperationMeta;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** The unfinished procedure; what its handler must be is known only where its types are. */
  readonly procedure: {
    query(handler: never): unknown;
    mutation(handler: never): unknown;
  };
}
