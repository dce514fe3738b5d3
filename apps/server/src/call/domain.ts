/** Finishes the contract's procedures with a server's handlers. */
import { toBase64 } from '#platform/bytes';
import { type AnyTRPCProcedure, TRPCError } from '@trpc/server';
import {
  type Context,
  type Domain,
  type FieldsControl,
  type Operation,
  type ProblemKindInfo,
  sharedKinds,
  Validated,
} from '@understudy/contract/kit';
import type { AnyCollection } from '../kit/collection.js';
import { backlog } from './sandbox-events.js';
import { locateIn } from '../kit/faults.js';
import type { Users } from '../identity/credentials.js';
import { DerivedKeys } from '../identity/password.js';
import type { AnyHandler, RedirectError } from '../kit/handler.js';
import type { Implementation } from '../kit/implement.js';
import { problemsOf } from '../kit/problem-error.js';
import { answerText } from './answer-text.js';
import { isConditional } from './conditions.js';
import { checkForm } from './list-entries.js';
import { linesDocument } from './lines.js';
import type { Served } from './make-context.js';
import { perform } from './perform.js';
import { performOnRegistry } from './perform-on-registry.js';
import type { Services } from './services.js';

type Members = Readonly<Record<string, unknown>>;

/** A record with some of its members: those named and its id, in their own order. */
function chosen(record: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || names.has(name)));
}

/**
 * The answer with the members that `fields` names, where it names any. What the schema of the answer lets be left out must
 * be there before, so an answer that has gaps of its own is a fault of its handler.
 */
export function chooseFields({ meta, whole }: Operation, input: unknown, answer: unknown): unknown {
  if (!meta.fields) return answer;
  const { data: complete, error } = whole.safeParse(answer);
  if (error !== undefined) {
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause: error });
  }
  // An operation with fields has the parameter, and answers a list or a record in an envelope.
  const { fields } = input as FieldsControl;
  const envelope = complete as { readonly data: Members | readonly Members[] };
  if (fields === undefined) return new Validated(envelope);
  const names = new Set(fields.split(','));
  const { data } = envelope;
  return { ...envelope, data: isList(data) ? data.map((one) => chosen(one, names)) : chosen(data, names) };
}

function isList(data: Members | readonly Members[]): data is readonly Members[] {
  return Array.isArray(data);
}

/** A domain that a server can serve, whatever its types. */
export type AnyImplementation = Implementation<Domain, Services>;

/** An operation of a domain, finished for one server. */
export interface FinishedOperation extends Served {
  /** Its name in the domain. */
  readonly name: string;
  readonly procedure: AnyTRPCProcedure;
  /** Takes a problem back to a browser's client, where its errors travel in redirects. */
  readonly redirectError: RedirectError | undefined;
}

function finishOne(served: Served, services: Services): AnyTRPCProcedure {
  const { operation } = served;
  const performIt = operation.meta.scope === 'registry' ? performOnRegistry : perform;
  const resolve = async ({ ctx, input }: { ctx: Context; input: unknown }): Promise<unknown> => {
    if (!ctx.beside.takesOthers) checkForm(operation, input);
    const performed = await performIt(
      { served, call: ctx.call, input, keys: new DerivedKeys(services.users?.keyOf), ...served },
      services,
    );
    ctx.beside.put(performed);
    const { stream, file, lines } = performed;
    if (stream !== undefined && !ctx.beside.takesOthers) return backlog(stream);
    if (file !== undefined && !ctx.beside.takesOthers) {
      return { media_type: file.mediaType, base64: toBase64(file.bytes) };
    }
    if (lines !== undefined && !ctx.beside.takesOthers) return linesDocument(lines);
    const text = ctx.beside.takesOthers ? answerText(operation, input, performed.answer) : undefined;
    if (text === undefined) return chooseFields(operation, input, performed.answer);
    ctx.beside.text = text;
    return new Validated(null);
  };
  // The builder's input type is not known here; tRPC has parsed the input by its schema.
  const { procedure } = operation;
  const finished =
    operation.method === 'GET' ? procedure.query(resolve as never) : procedure.mutation(resolve as never);
  return finished as AnyTRPCProcedure;
}

/** Refuses what would leave versions uncounted or conditions unheld, where no compiler has. */
function checkVersions(operation: Operation, handler: AnyHandler, collections: readonly AnyCollection[]): void {
  const { name, meta } = operation;
  if (meta.versioned === undefined) {
    if (handler.current === undefined) return;
    throw new TypeError(`${name} is not versioned, but its handler has current, as for records that are`);
  }
  if (!collections.some(({ versioned }) => versioned === true)) {
    throw new TypeError(`${name} is versioned, and no collection of its domain is`);
  }
  if (!isConditional(operation) || handler.current !== undefined) return;
  throw new TypeError(
    `${name} is versioned, and its handler has no current, which names the record it is about; those of crudHandlers have it where the collection is versioned`,
  );
}

/** The statuses of the problem kinds of a domain, and of those that all share. */
function statusesOf({ kinds }: Domain): (kind: string) => number {
  const all: Readonly<Partial<Record<string, ProblemKindInfo>>> = { ...sharedKinds, ...kinds };
  return (kind) => all[kind]?.status ?? 500;
}

/** Where there are no users, no operation declares a credential of one; the admin token is the server's own business. */
const readNone: Users['readCredential'] = async (_, { credential }) => {
  if (credential === 'none' || credential === 'admin') return undefined;
  throw new TypeError(`nobody reads the credential ${credential}`);
};

/** Finishes the operations of a domain for one server. */
export function finishDomain(
  { contract, handlers, collections, findApiKey, limits: findCounted }: AnyImplementation,
  services: Services,
): FinishedOperation[] {
  const byName = handlers(services);
  const own = {
    findApiKey,
    findCounted,
    problem: problemsOf(contract.kinds),
    readCredential: services.users?.readCredential ?? readNone,
    statusOf: statusesOf(contract),
  };
  return Object.entries(contract.operations).map(([name, operation]) => {
    const handler = byName[name];
    if (handler === undefined) throw new TypeError(`no handler for ${operation.name}`);
    checkVersions(operation, handler, collections);
    const served = { operation, handler, locate: locateIn(operation.meta), ...own };
    return { ...served, name, procedure: finishOne(served, services), redirectError: handler.redirectError };
  });
}
