/** Checks answers against the schemas of the contract; an entry of its own, since the contract needs zod. */
import { contract } from '@understudy/contract';
import type { Logger, Validator } from './client-options.js';

/** `['data', 0, 'title']` as `#/data/0/title`. */
export function pointerTo(path: readonly PropertyKey[]): string {
  const segments = path.map((key) => encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1')));
  return ['#', ...segments].join('/');
}

/** What of a schema is needed here; no type of zod's, since its versions need not agree. */
interface Schema {
  safeParse(value: unknown): {
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message: string;
}

interface Domain {
  readonly operations: Readonly<Record<string, { readonly output: Schema }>>;
}

const domains: Readonly<Record<string, Domain>> = contract;

/**
 * Makes a validator that holds every successful answer against the contract: with `throw`, one that breaks it ends the
 * call with an error of kind `validation` that lists every fault; with `warn`, the faults are logged and the call goes on.
 * Members that the contract does not know are no faults. The answers of a domain that the client was given are held
 * against its declaration; those of a generated file, which has no schemas, cannot be checked, and are such a fault.
 *
 * @param mode what to do about faults
 * @param logger takes the faults in mode `warn`; the console by default
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from '@understudy/client';
 * import { validator } from '@understudy/client/validate';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', validate: validator('throw') });
 * try {
 *   await api.education.listCourses();
 * } catch (error) {
 *   if (!isApiError(error, 'validation')) throw error;
 *   for (const { pointer, detail } of error.faults) console.error(pointer, detail);
 * }
 * ```
 */
export function validator(mode: 'warn' | 'throw', logger: Pick<Logger, 'warn'> = console): Validator {
  return ({ operation, body, output }) => {
    const faults = faultsIn(body, operation, isSchema(output) ? output : undefined);
    if (mode === 'throw') return faults;
    for (const { pointer, detail } of faults) logger.warn(`${operation}: ${pointer} breaks the contract: ${detail}`);
    return [];
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value;
}

function faultsIn(body: unknown, operation: string, declared: Schema | undefined) {
  const [domain = '', name = ''] = operation.split('.');
  const schema = declared ?? domains[domain]?.operations[name]?.output;
  // A client that is newer than the contract beside it must not look as if it checked.
  if (schema === undefined) {
    return [{ pointer: '#', code: 'unknown_operation', detail: `is unknown: the contract has no ${operation}` }];
  }
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, code = 'custom', message }) => ({ pointer: pointerTo(path), code, detail: message }));
}
