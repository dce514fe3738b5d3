/** Builds the contract's operations from what their authors say of them. */
import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import type {
  Alias,
  AnswerShape,
  CachePolicy,
  Credential,
  EmptyParameters,
  ErrorStyle,
  Method,
  OperationMeta,
  Scope,
} from './operation-meta.js';

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

/** Media types of the bodies that operations read. */
const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

const trpc = initTRPC.context<Context>().meta<OperationMeta>().create();

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
  readonly sends?: boolean;
  readonly emits?: readonly string[];
  readonly cache?: CachePolicy;
  readonly scope?: Scope;
  readonly credential?: Credential;
  /** Whether a call without the credential can succeed: by default for admin and client, which have other ways in. */
  readonly credentialOptional?: boolean;
  readonly errors?: ErrorStyle;
  readonly aliases?: readonly Alias[];
  /** Media types of the body, where they are other than JSON alone. */
  readonly bodies?: readonly ('json' | 'form')[];
  readonly bodyLimit?: 'body' | 'snapshot';
  readonly empty?: EmptyParameters;
}

/** Builds an operation: an unfinished tRPC procedure with all that REST needs to know of it. */
export function operation<
  M extends Method,
  Answers extends AnswerShape,
  Input extends z.ZodObject,
  Output extends z.ZodType,
>(method: M, path: `/${string}`, declared: OperationDeclaration<Answers, Input, Output>) {
  const [domain = ''] = declared.name.split('.');
  const searches = declared.searches ?? [];
  const reads = searches.length > 0 ? ` \`q\` reads ${searches.join(', ')}.` : '';
  const credential = declared.credential ?? 'none';
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
    credential,
    credentialOptional: declared.credentialOptional ?? credential !== 'bearer',
    errors: declared.errors ?? 'problem',
    aliases: declared.aliases ?? [],
    answers: declared.answers,
    bodyLimit: declared.bodyLimit ?? 'body',
    empty: declared.empty ?? 'given',
    bodies,
    cache: declared.cache ?? (method === 'GET' ? 'revision' : 'none'),
    searches,
    sends: declared.sends ?? false,
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
