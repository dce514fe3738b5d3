/** The document that trpc-openapi makes of many operations, made of a few at a time: it describes all of their schemas in one go. */
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { Operation } from '@understudy/contract/kit';
import { generateOpenApiDocument } from 'trpc-openapi';
import { z } from 'zod';
import type { WholeApi } from '../../call/api.js';
import type { OpenApiDocument, Schemas } from './openapi-document.js';

/** A member that may be one of several things, as one: the document takes its schema from the contract. */
function plain(member: z.core.$ZodType): z.core.$ZodType {
  if (member instanceof z.ZodOptional) {
    return member.unwrap() instanceof z.ZodUnion ? z.string().optional() : member;
  }
  return member instanceof z.ZodUnion ? z.string() : member;
}

/** The members that come in path, query or body. */
function membersOf({ input, meta }: Operation) {
  const isBody = meta.bodies.length > 0;
  const own = Object.entries<z.core.$ZodType>(input.shape).filter(([name]) => !Object.hasOwn(meta.headers, name));
  return own.map(([name, member]) => [name, isBody ? member : plain(member)] as const);
}

/** A procedure with those members alone in its input. */
function viewOf(procedure: AnyTRPCProcedure, operation: Operation): AnyTRPCProcedure {
  const { input } = operation;
  const members = membersOf(operation);
  const same = members.filter(([name, member]) => input.shape[name] === member).length;
  if (same === Object.keys(input.shape).length) return procedure;
  const examples = input.meta()?.['examples'];
  const own = input.clone({ ...input.def, shape: Object.fromEntries(members) });
  const inputs = [examples === undefined ? own : own.meta({ examples })];
  // It looks at the description of a procedure alone.
  return Object.assign(() => undefined, { _def: { ...procedure._def, inputs } }) as unknown as AnyTRPCProcedure;
}

/** The procedures of operations, with plain parameters. */
export function* plainProcedures(
  router: AnyTRPCRouter,
  { operations }: Pick<WholeApi, 'operations'>,
): Generator<void, Readonly<Record<string, AnyTRPCProcedure>>> {
  const all: Readonly<Record<string, AnyTRPCProcedure>> = router._def.procedures;
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const [name, procedure] of Object.entries(all)) {
    const operation = operations.get(name);
    if (operation === undefined) continue;
    procedures[name] = viewOf(procedure, operation);
    yield;
  }
  return procedures;
}

/** Operations that are described in one go. */
const TOGETHER = 2;

/** What zod-openapi calls a component that is answered, where what is sent under its name differs. */
const ANSWERED = 'Output';

/** What is described. */
export interface Source {
  /** The procedures that operations have, by their names. */
  readonly procedures: Readonly<Record<string, AnyTRPCProcedure>>;
  /** Schemas that are components, whatever refers to them. */
  readonly defs: Readonly<Record<string, z.ZodType>>;
  readonly options: object;
}

type Procedures = Source['procedures'];

interface Described {
  readonly meta?: { readonly openapi?: { readonly method: string; readonly path: string } };
}

/** A procedure with another description, which is all that is looked at. */
function described(
  procedure: AnyTRPCProcedure,
  { openapi, ...rest }: { openapi?: object; output?: z.ZodType; inputs?: [] },
): AnyTRPCProcedure {
  const { meta } = procedure._def as Described;
  // Failures are described elsewhere.
  const own = { ...meta, openapi: { ...meta?.openapi, ...openapi, errorResponses: {} } };
  return Object.assign(() => undefined, {
    _def: { ...procedure._def, ...rest, meta: own },
  }) as unknown as AnyTRPCProcedure;
}

/** The document of a few procedures, beside components that there are. */
function generate(procedures: Procedures, { options }: Source, defs: object): OpenApiDocument {
  // Its types ask for a router whose context is any; the document is read by our own description of it.
  return generateOpenApiDocument(
    { _def: { procedures } } as never,
    { ...options, defs } as never,
  ) as unknown as OpenApiDocument;
}

const schemasOf = ({ components }: OpenApiDocument): Schemas => (components['schemas'] ?? {}) as Schemas;

/** Procedures, each changed. */
function each(procedures: Procedures, change: (one: AnyTRPCProcedure, name: string) => AnyTRPCProcedure): Procedures {
  return Object.fromEntries(Object.entries(procedures).map(([name, one]) => [name, change(one, name)]));
}

/** The procedures, some at a time. */
function inParts(procedures: Procedures): Procedures[] {
  const all = Object.entries(procedures);
  const count = Math.ceil(all.length / TOGETHER);
  return Array.from({ length: count }, (_, i) => Object.fromEntries(all.slice(i * TOGETHER, (i + 1) * TOGETHER)));
}

/** Whether a component that is answered has a name of its own, beside those that are sent. */
function isRenamed(name: string, sent: Schemas): boolean {
  return name.endsWith(ANSWERED) && name.slice(0, -ANSWERED.length) in sent;
}

/** The components of a document, by what they are for. */
class Components {
  readonly #sent: Schemas = {};
  readonly #answered: Schemas = {};
  readonly #renamed: Schemas = {};

  /** Those that are sent. */
  get sent(): Schemas {
    return this.#sent;
  }

  /** Adds those of a part that describes what is sent. */
  addSent(schemas: Schemas): void {
    Object.assign(this.#sent, schemas);
  }

  /** Adds those of a part that describes what is answered, all that is sent being known. */
  addAnswered(schemas: Schemas): void {
    for (const [name, schema] of Object.entries(schemas)) {
      if (name in this.#sent) continue;
      (isRenamed(name, this.#sent) ? this.#renamed : this.#answered)[name] ??= schema;
    }
  }

  /** All of them, in the order in which zod-openapi names them. */
  all(): Schemas {
    return { ...this.#sent, ...this.#answered, ...this.#renamed };
  }
}

/** Makes the document as it is made of all operations together, byte for byte. */
export function* generated(source: Source): Generator<void, OpenApiDocument> {
  const { procedures, defs } = source;
  const parts = inParts(procedures);
  const components = new Components();
  const paths: OpenApiDocument['paths'] = {};
  yield;
  // What is answered has a name of its own where what is sent under its name differs: all of that has to be known before.
  for (const part of parts) {
    const sent = generate(
      each(part, (one) => described(one, { output: z.void() })),
      source,
      {},
    );
    for (const [path, methods] of Object.entries(sent.paths)) Object.assign((paths[path] ??= {}), methods);
    components.addSent(schemasOf(sent));
    yield;
  }
  const document = generate({}, source, defs);
  const given = schemasOf(document);
  const nested = Object.entries(given).filter(([name]) => !(name in defs));
  const isSent = ([name]: readonly [string, unknown]): boolean =>
    !isRenamed(name, given) && !isRenamed(name, components.sent);
  components.addSent(Object.fromEntries(nested.filter(isSent)));
  yield;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const part of parts) {
    const alone = each(part, (one, name) => described(one, { inputs: [], openapi: { path: `/${name}` } }));
    const answered = generate(alone, source, components.sent);
    for (const { operationId, responses } of Object.values(answered.paths).flatMap((methods) => Object.values(methods)))
      Object.assign(Object(byId.get(operationId)), { responses });
    components.addAnswered(schemasOf(answered));
    yield;
  }
  components.addAnswered(Object.fromEntries(nested));
  const shown = Object.keys(defs).map((name) => [name, given[name] ?? {}]);
  document.paths = paths;
  document.components = { schemas: { ...components.all(), ...Object.fromEntries(shown) } };
  return document;
}
