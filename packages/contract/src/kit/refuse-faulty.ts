/** Refuses declarations that cannot hold, where no compiler has: those of a plain script, or built at runtime. */
import { z } from 'zod';
import { DeclarationError } from './declaration-error.js';
import { answersOf } from './envelope.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { AnswerShape, Method } from './operation-meta.js';
import { conditionHeaders } from './precondition.js';

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
export function refuseFaulty(given: Declaration): void {
  const fault = headersFault(given) ?? versionsFault(given);
  if (fault !== undefined) throw new DeclarationError(`${given.method} ${given.path}: ${fault}`);
}
