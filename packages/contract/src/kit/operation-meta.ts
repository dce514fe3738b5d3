/** All that REST, the client and the docs need to know of an operation. */
import { z } from 'zod';
import type { Computes, Filters } from './condition.js';

/** What an operation reads of a request beside its path and body. */
export interface RawDeclaration {
  /** Names of its query parameters: a control of the same name is the operation's. */
  readonly query: readonly string[];
  /** Names of the headers that its handler is given, in lower case. */
  readonly headers: readonly string[];
  /** Whether its query may have other names as well. */
  readonly isOpen?: boolean;
  /** Whether it only reads, though its method is POST: a search whose query is too long for a URL. */
  readonly isSafe?: boolean;
}

const texts = z.record(z.string(), z.string());
const text = z.string().optional();

/** A request as the handler of such an operation is given it. */
export const rawInput = z.object({
  /** Path and query below the base URL, as they came. */
  target: text,
  /** Parameters of the path by name, decoded. */
  path: texts.default({}),
  /** The query as it was sent. */
  query: z.string().default(''),
  /** Headers that the operation reads, by name in lower case. */
  headers: texts.default({}),
  /** The body: its media type, and what JSON says, its text, or its bytes. */
  body: z.object({ type: z.string(), json: z.unknown(), text, base64: text }).optional(),
});

/** A request as the handler of such an operation is given it. */
export type RawInput = z.output<typeof rawInput>;

/** What such an operation answers. */
export const rawAnswer = z.object({
  status: z.int().min(200).max(599),
  /** Its media type; empty without a body. */
  type: z.string(),
  /** Its other headers, by name in lower case. */
  headers: texts,
  /** Its body, where that is text. */
  text,
  /** The bytes of its body, where that is no text. */
  base64: text,
});

/** What such an operation answers. */
export type RawAnswer = z.output<typeof rawAnswer>;

/** A limit that some operations share: so many of their writes are accepted in a window of the sandbox's clock. */
export interface CountedLimit {
  /** Names the limit; the operations with the same name are counted together, and its reads say what is left of it. */
  readonly name: string;
  /** Accepted writes in a window, where the domain does not say another number for a call. */
  readonly quota: number;
  /** Length of a window, in seconds: windows begin at its multiples since 1970, so that 60 is a minute of the clock. */
  readonly window: number;
}

/** What stands in a header as a quoted text without escapes (RFC 9651 §3.3.3). */
const NAME = /^[\w .-]{1,64}$/;

/** Whether a text can name a policy of a limit. */
export const isPolicyName = (name: unknown): boolean => typeof name === 'string' && NAME.test(name);

/** HTTP methods of the API. A GET is a tRPC query, every other method a mutation. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What an operation answers: a page of a list, one record, the one record written, any number of
 * results as one page, a bare document, a file, the lines of a CSV or NDJSON, server-sent events, or no body at all.
 */
export type AnswerShape =
  | 'list'
  | 'record'
  | 'written'
  | 'batch'
  | 'document'
  | 'file'
  | 'lines'
  | 'stream'
  | 'nothing';

/**
 * The status of an answer that is no failure: 201 with the address of what was created, 202 with the address at which to
 * ask how far it has come, 204 without a body (RFC 9110 §15.3).
 */
export type Status = 200 | 201 | 202 | 204;

/** Whether a write of one record must say which version of it the client has seen (RFC 9110 §13.1.1). */
export type Versioned = 'required' | 'optional';

/**
 * Whether an answer may be kept: as long as the data is unchanged, for a while, for a day, or not at all; `private` by its
 * caller alone, who asks each time whether it still holds.
 */
export type CachePolicy = 'revision' | 'static' | 'day' | 'private' | 'none';

/**
 * What an operation works on: the records of one sandbox, or the registry of all sandboxes. The
 * registry takes part in no simulation: of the controls it has paging only.
 */
export type Scope = 'sandbox' | 'registry';

/**
 * The credential an operation reads: none, the server's admin token, a user's access token (both as
 * RFC 6750 bearer), that of an OAuth client (RFC 6749 §2.3), or the session of a browser at the issuer (a cookie, which
 * is never required). A `viewer` may do without an access token, but one that came must be valid; a `member` shows the
 * access token of a user, or an API key of the domain. A `registration` is a client that has registered itself, and shows
 * the token that it was given for that (RFC 7592 §1.2).
 */
export type Credential = 'none' | 'admin' | 'bearer' | 'client' | 'registration' | 'session' | 'viewer' | 'member';

/**
 * How the errors of an operation speak: as problem details, as OAuth errors (RFC 6749 §5.2, with the
 * problem's members beside them), or as OAuth errors that travel in a redirect where the caller is a
 * browser (RFC 6749 §4.1.2.1).
 */
export type ErrorStyle = 'problem' | 'oauth' | 'redirect';

/** A body that an operation can read: JSON, a form, a merge patch (RFC 7396), or the lines of a CSV or NDJSON. */
export type BodyType = 'json' | 'form' | 'merge' | 'csv' | 'ndjson';

/** What parameters without a value are taken for. */
export type EmptyParameters = 'given' | 'omitted';

/** Another address of an operation. */
export interface Alias {
  readonly method: Method;
  readonly path: `/${string}`;
  /** Its operationId in the OpenAPI document; an alias without one is left out of the document. */
  readonly operationId?: string;
}

/** Another form of a list: one document with all its records instead of a page of them. */
export interface ListFormat {
  /** What the form is, and what opens it. */
  readonly description: string;
  readonly schema: z.ZodType;
}

/** What handlers are typed by, of that which an operation declares: literal types where it was written literally. */
export interface DeclaredTypes {
  readonly scope: Scope;
  readonly credential: Credential;
  readonly credentialOptional: boolean;
  readonly errors: ErrorStyle;
  /** Union of its problem kinds. */
  readonly kind: string;
  /** Union of the event types that it emits. */
  readonly event: string;
  /** Whether it is about one record that has versions. */
  readonly versioned: Versioned | undefined;
  /** What a merge patch may change; undefined where it takes none. */
  readonly patched: z.ZodObject | undefined;
  readonly status: Status;
  /** Union of the numbers that its handler computes of each record. */
  readonly computed: string;
}

/** What an operation declares of itself; everything that differs between operations is here. */
export interface OperationMeta<Types extends DeclaredTypes = DeclaredTypes> {
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
  readonly scope: Types['scope'];
  readonly credential: Types['credential'];
  /** Whether a call without the credential can succeed. */
  readonly credentialOptional: Types['credentialOptional'];
  readonly errors: Types['errors'];
  /** The OAuth error code of an input that is faulty. */
  readonly inputError: string;
  readonly aliases: readonly Alias[];
  readonly answers: AnswerShape;
  /** Which of the server's limits holds for its body. */
  readonly bodyLimit: 'body' | 'snapshot';
  /** Whether a parameter without a value counts as left out (RFC 6749 §3.1), or as the empty text that it is. */
  readonly empty: EmptyParameters;
  /** Media types of the body it reads; empty when it reads none. */
  readonly bodies: readonly BodyType[];
  readonly cache: CachePolicy;
  /** Record fields that `q` reads. */
  readonly searches: readonly string[];
  /** Conditions that its list can be filtered by, by input member. */
  readonly filters: Filters;
  /** Record members that `sort` takes as keys; none where the list has no other order than its own. */
  readonly sorts: readonly string[];
  /** Whether the members of its records are known only once they are there, and its handler reads the conditions. */
  readonly open: boolean;
  /** Numbers that are computed of each of its records for one call: conditions and sort keys may name them. */
  readonly computes: Readonly<Record<Types['computed'], Computes[string]>>;
  /** Whether `fields` chooses which members of its records are shown. */
  readonly fields: boolean;
  /** Relations that `include` shows with its records. */
  readonly includes: readonly string[];
  /** Whether `arrivals` lets its pages drift. */
  readonly arrivals: boolean;
  /** Forms of its list beside the page, by the value of `format` that asks for them. */
  readonly formats: Readonly<Record<string, ListFormat>>;
  /** The input member that says for how many seconds the answer may be held; undefined where it is not. */
  readonly holds: string | undefined;
  /** The status of its answers; a declared 201 is 200 where the record was there already. */
  readonly status: Types['status'];
  /** Input members that REST reads from headers, each with the name of its header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it reads or writes one record that has versions. */
  readonly versioned: Types['versioned'];
  /** Whether its answer has the strong ETag of the record in it: also where it creates one (RFC 9110 §15.3.2). */
  readonly tagged: boolean;
  /** Whether its records are answered over REST without their envelope. */
  readonly bare: boolean;
  /** What it reads of a request, where it speaks HTTP of its own; undefined where it speaks as all others do. */
  readonly raw: RawDeclaration | undefined;
  /** How the body of a PATCH is applied: `merge` as RFC 7396 says. */
  readonly patch: 'merge' | undefined;
  /** Members of its input that name addresses which the server then sends requests to; empty for none. */
  readonly sends: readonly string[];
  /** Whether users log in by it: its 401 is about their password, and about no token. */
  readonly beginsSession: boolean;
  /** Whether clients that hold a session get new tokens by it. */
  readonly renewsSession: boolean;
  /** Whether REST answers its document as a signed JWT to callers that accept `application/jwt` first. */
  readonly signed: boolean;
  /** The limit that counts its writes, or that it says what is left of where it is a read; undefined where none does. */
  readonly limit: CountedLimit | undefined;
  /** Event types that its writes can emit. */
  readonly emits: readonly Types['event'][];
  /** What `current` in its problems is, by their kind; a kind that is not there shows none. */
  readonly current: Readonly<Partial<Record<string, z.ZodType>>>;
  /** Problem kinds it has of its own, beside those that every operation can answer. */
  readonly kinds: readonly Types['kind'][];
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
  /** What is answered. */
  readonly output: z.ZodType;
  /** The members that a merge patch may change, as they must be once it is applied; undefined where it takes none. */
  readonly patched: z.ZodObject | undefined;
  /** What its handler answers: the same, with all members of the records, also those that `fields` leaves out. */
  readonly whole: z.ZodType;
  /** The unfinished procedure; what its handler must be is known only where its types are. */
  readonly procedure: {
    query(handler: never): unknown;
    mutation(handler: never): unknown;
  };
}
