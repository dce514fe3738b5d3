/** Builds the contract's operations from what their authors say of them. */
import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import type { ShownIn } from './declared-input.js';
import { answerParser, answersOf, type AnswersOf } from './envelope.js';
import { shownOutput } from './fields.js';
import type {
  AnswerShape,
  BodyType,
  CachePolicy,
  Credential,
  Method,
  Operation,
  OperationMeta,
} from './operation-meta.js';
import type { DeclaredOperation } from './operation-declaration.js';
import { conditionHeaders, conditionKinds } from './precondition.js';
import type { OwnKind } from './problem-kinds.js';
import { isSchema, recordSchema } from './schema-shape.js';

/** What a server puts into tRPC's context. A server adds its own members by augmenting this interface. */
export interface Context {
  /** Holds the input of a call, before it is validated, where it is not the one that tRPC was given. */
  readonly input?: { readonly value: unknown } | undefined;
  /**
   * Runs around every call, before its input is validated. It may wait (latency), refuses a call by
   * throwing, and goes on with `next`.
   */
  readonly around?: Around | undefined;
}

/** Runs around a call. */
export type Around = <Result>(
  meta: OperationMeta,
  /** Reads the input that tRPC was given. */
  given: () => Promise<unknown>,
  /** Goes on, with changes to the context that hold for this call alone. */
  next: (own: Partial<Context>) => Promise<Result>,
) => Promise<Result>;

/** The tag of the operations that stand beside the API. */
export const EXTENSIONS = 'Extensions';

/** Media types of the bodies that operations read. */
const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  merge: 'application/merge-patch+json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<BodyType, string>;

/** Media types of the body of an operation, the one that says most first. */
function bodiesOf({ method, declared: { patch, bodies, raw } }: DeclaredOperation): readonly BodyType[] {
  if (patch === 'merge') return ['merge', 'json'];
  if (raw !== undefined) return [];
  return bodies ?? (method === 'GET' || method === 'DELETE' ? [] : ['json']);
}

/** How long the answer of a read is kept where its declaration does not say: what is large is not asked for each time. */
const cachedBy = {
  list: 'revision',
  record: 'revision',
  written: 'revision',
  batch: 'revision',
  document: 'revision',
  file: 'day',
  lines: 'none',
  stream: 'none',
  nothing: 'none',
} as const satisfies Record<AnswerShape, CachePolicy>;

/** The same by who may read it: what one caller may see is kept for nobody else, and where nothing is said there is nothing to keep. */
function cacheFor(credential: Credential, answers: AnswerShape): CachePolicy {
  if (credential === 'none') return cachedBy[answers];
  const isOwn = credential === 'viewer' || credential === 'member';
  return isOwn && cachedBy[answers] !== 'none' ? 'private' : 'none';
}

/** The kinds that follow from the conditions and the range of a request for a file (RFC 9110 §13.1.1 and §14.2). */
const fileKinds: Partial<Record<AnswerShape, readonly OwnKind[]>> = {
  file: ['precondition_failed', 'range_not_satisfiable'],
};

const trpc = initTRPC.context<Context>().meta<OperationMeta>().create({
  // A server may run in a page.
  allowOutsideOfServer: true,
});

const procedure = trpc.procedure.use(({ ctx, meta, next, getRawInput }) => {
  const go = (own?: Partial<Context>) => {
    const input = own?.input ?? ctx.input;
    const rawInput = async (): Promise<unknown> => {
      const raw = input === undefined ? await getRawInput() : input.value;
      // An input whose members are all optional may be left out.
      return raw === undefined ? {} : raw;
    };
    // tRPC takes both at once, but its types only one of them.
    const changes: object = own === undefined ? { getRawInput: rawInput } : { ctx: own, getRawInput: rawInput };
    return next(changes);
  };
  return ctx.around === undefined || meta === undefined ? go() : ctx.around(meta, getRawInput, go);
});

/** An operation, with the types that follow from its declaration. */
export interface OperationOf<Name extends `${string}.${string}`, Declared extends DeclaredOperation> {
  readonly method: Declared['method'];
  readonly path: `/${string}`;
  /** `domain.operation`: tRPC path, OpenAPI operationId and SDK method alike. */
  readonly name: Name;
  readonly answers: AnswersOf<Declared['declared']['output']>;
  readonly meta: OperationMeta<DeclaredIn<Declared>>;
  readonly input: Declared['declared']['input'];
  /** What is answered. */
  readonly output: ShownOf<Declared>;
  /** What its handler answers: the same, with all members of the records. */
  readonly whole: Declared['declared']['output'];
  readonly patched: Declared['patched'];
  /** The unfinished tRPC procedure: a server adds `.query` (GET) or `.mutation` (the others). */
  readonly procedure: Unfinished<Declared['declared']['input'], ShownOf<Declared>>;
}

type ShownOf<Declared extends DeclaredOperation> = ShownIn<
  Declared['declared']['input'],
  Declared['declared']['output']
>;

type DeclaredIn<Declared extends DeclaredOperation> =
  Declared extends DeclaredOperation<Method, infer _Input, infer _Output, infer Types> ? Types : never;

/** A tRPC procedure that lacks its handler. */
export type Unfinished<Input extends z.ZodObject, Output extends z.ZodType> = ReturnType<
  typeof procedureOf<Input, Output>
>;

const between = <Input extends z.ZodObject, Output extends z.ZodType>(input: Input, output: Output) =>
  procedure.input(input).output(answerParser(output));

/** Input and output of the last procedure, and what is made of them: a document has thousands that share both. */
let last: readonly unknown[] = [];

/** The unfinished procedure of an operation. */
export function procedureOf<Input extends z.ZodObject, Output extends z.ZodType>(
  meta: OperationMeta,
  { input, output }: { readonly input: Input; readonly output: Output },
) {
  if (last[0] !== input || last[1] !== output) last = [input, output, between(input, output)];
  // It was made of this input and output.
  const unfinished = (last[2] as ReturnType<typeof between<Input, Output>>).meta(meta);
  // What makes documents of procedures reads the schema here.
  Object.assign(unfinished._def, { output });
  return unfinished;
}

/** The schemas of records that have versions: those of versioned reads. */
export function versionedRecords(operations: readonly DeclaredOperation[]): ReadonlySet<unknown> {
  const reads = operations.filter(({ method, declared }) => method === 'GET' && declared.versioned !== undefined);
  return new Set(reads.flatMap(({ declared: { output } }) => recordSchema(output) ?? []));
}

/** Whether an operation answers a record with its tag: one that is read or changed by its version, or created with one. */
function isTagged({ method, declared }: DeclaredOperation, versioned: ReadonlySet<unknown>): boolean {
  const { output, status } = declared;
  // Of nothing there is no record, and of what was removed no version.
  if (method === 'DELETE' || recordSchema(output) === undefined) return false;
  return declared.versioned !== undefined || (status === 201 && versioned.has(recordSchema(output)));
}

/** What the problems of each kind show: of one schema, those of all kinds that the operation declares. */
function currentByKind({ kinds = [], current }: DeclaredOperation['declared']): OperationMeta['current'] {
  if (current === undefined) return {};
  return isSchema(current) ? Object.fromEntries(kinds.map((kind) => [kind, current])) : current;
}

function metaOf(name: `${string}.${string}`, given: DeclaredOperation, versioned: ReadonlySet<unknown>): OperationMeta {
  const { method, path, declared } = given;
  const searches = declared.searches ?? [];
  const read = declared.open === true ? 'every text of a record' : searches.join(', ');
  const reads = read === '' ? '' : ` \`q\` reads ${read}.`;
  const credential = declared.credential ?? 'none';
  const bodies = bodiesOf(given);
  const conditions = conditionHeaders(method, declared);
  // Its type knows no envelope.
  const answers = answersOf(declared.output) as AnswerShape;
  const isRead = method === 'GET';
  return {
    openapi: {
      method,
      path,
      operationId: name,
      summary: declared.summary,
      description: declared.description + reads,
      tags: declared.extension === true ? [EXTENSIONS] : name.split('.', 1),
      protect: false,
      errorResponses: [],
      ...(bodies.length === 0 ? {} : { contentTypes: bodies.map((body) => mediaTypes[body]) }),
    },
    scope: declared.scope ?? 'sandbox',
    credential,
    credentialOptional: declared.credentialOptional ?? (credential !== 'bearer' && credential !== 'member'),
    errors: declared.errors ?? 'problem',
    inputError: declared.inputError ?? 'invalid_request',
    aliases: declared.aliases ?? [],
    answers,
    bodyLimit: declared.bodyLimit ?? 'body',
    empty: declared.empty ?? 'given',
    bodies,
    cache: declared.cache ?? (isRead ? cacheFor(credential, answers) : 'none'),
    searches,
    filters: declared.filters ?? {},
    sorts: declared.sorts ?? [],
    open: declared.open ?? false,
    computes: declared.computes ?? {},
    fields: declared.fields ?? false,
    includes: declared.includes ?? [],
    arrivals: declared.arrivals ?? false,
    formats: declared.formats ?? {},
    holds: declared.holds,
    status: declared.status ?? (answers === 'nothing' ? 204 : 200),
    headers: { ...declared.headers, ...conditions },
    versioned: declared.versioned,
    tagged: isTagged(given, versioned),
    patch: declared.patch,
    bare: declared.bare ?? false,
    raw: declared.raw,
    sends: declared.sends ?? [],
    beginsSession: declared.beginsSession ?? false,
    renewsSession: declared.renewsSession ?? false,
    signed: declared.signed ?? false,
    limit: declared.limit,
    emits: declared.emits ?? [],
    current: currentByKind(declared),
    kinds: [
      ...new Set([...(declared.kinds ?? []), ...conditionKinds(method, declared), ...(fileKinds[answers] ?? [])]),
    ],
  };
}

/**
 * Builds the operation of a domain: an unfinished tRPC procedure with all that REST needs to know of it. `versioned` are
 * the schemas of the domain's records that have versions.
 */
export function operation(
  name: `${string}.${string}`,
  given: DeclaredOperation,
  versioned: ReadonlySet<unknown>,
): Operation {
  const { method, path, declared, patched } = given;
  const { input, output: whole } = declared;
  const output = declared.fields === true ? shownOutput(whole) : whole;
  const meta = metaOf(name, given, versioned);
  return {
    method,
    path,
    name,
    answers: meta.answers,
    meta,
    input,
    output,
    whole,
    patched,
    procedure: procedureOf(meta, { input, output }),
  };
}
