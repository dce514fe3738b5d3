/** What the author of an operation says of it. */
import type { z } from 'zod';
import type { Computes, Filters } from './condition.js';
import type {
  Alias,
  CachePolicy,
  CountedLimit,
  Credential,
  DeclaredTypes,
  EmptyParameters,
  ErrorStyle,
  ListFormat,
  Method,
  RawDeclaration,
  Scope,
  Status,
  Versioned,
} from './operation-meta.js';

/** What the author of an operation says of it. Its shape of answer follows from its output, its name from its domain. */
export interface OperationDeclaration<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** A few words: what the call does. */
  readonly summary: string;
  /** What a user needs to know beyond the summary. */
  readonly description: string;
  readonly input: Input;
  /** An envelope such as `listOf`, a file of `fileOf`, the lines of `linesOf`, or the schema of a bare document. */
  readonly output: Output;
  /** Record fields that `q` reads; an input with `q` has them, and no other. */
  readonly searches?: readonly string[];
  /** Conditions that the list can be filtered by; the input of the operation then has a member for each. */
  readonly filters?: Filters;
  /** Members of the list's records that `sort` takes as keys; the input of the operation then has `sort`. */
  readonly sorts?: readonly [string, ...string[]];
  /**
   * Whether the members of its records are known only once they are there: its handler reads conditions from an input
   * that takes any name, `sort` takes any key that the handler lets pass, and `q` reads every text of a record. What
   * `sorts` names is then what is documented.
   */
  readonly open?: boolean;
  /**
   * Numbers that its records have for one call alone, such as the price in the currency that is asked for. Conditions and
   * sort keys may name them as if they were members, and its handler computes them of each record.
   */
  readonly computes?: Computes;
  /** Whether `fields` chooses which members of the records are shown; the input of the operation then has it. */
  readonly fields?: boolean;
  /**
   * Relations that `include` shows with its records: optional members of them, which are there where a call names them. The
   * input of the operation then has `include`.
   */
  readonly includes?: readonly [string, ...string[]];
  /**
   * Whether `arrivals` lets the pages of the list drift, as they do where records are written meanwhile; the input of the
   * operation then has it.
   */
  readonly arrivals?: boolean;
  /** Forms of the list beside the page, each by its name; the input of the operation then has `format`. */
  readonly formats?: Readonly<Record<string, ListFormat>>;
  /** The input member that says for how many seconds the answer may be held: a client waits that much longer. */
  readonly holds?: string;
  /** 200 where left out, and 204 where the output is `nothing`. A declared 201 is 200 where the record was there already. */
  readonly status?: Status;
  /**
   * Input members that REST reads from headers, each with the name of its header: `{ locale: 'Accept-Language' }`. In the
   * query or the body of a REST request such a member is not known; over tRPC it is one of the input like any other.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Gives the one record of its answers a strong ETag, which follows from the record's `version` (RFC 9110 §8.8.3). A
   * write then takes the condition If-Match, and a PUT If-None-Match as well: its input has `if_match`, and
   * `if_none_match`.
   */
  readonly versioned?: Versioned;
  /**
   * Answers records over REST without their envelope, and takes a query that speaks of paging and order as json-server
   * does. Over tRPC the envelope stays.
   */
  readonly bare?: boolean;
  /**
   * Speaks HTTP of its own over REST: its input is `rawInput`, its output `rawAnswer`, which says status, headers and
   * body, and its path may have any names of parameters, and text around them in a segment. Its handler says how problems
   * are told (`problemAnswer`).
   */
  readonly raw?: RawDeclaration;
  /**
   * Takes the body as a merge patch (RFC 7396): the members of the input that stand in the body are those that may be
   * changed, as they must be once it is applied.
   */
  readonly patch?: 'merge';
  /** Problem kinds of the domain, or shared ones that not every operation can answer. */
  readonly kinds?: readonly string[];
  /**
   * The record whose state its problems are about, which then stands in their member `current`: those of a kind that
   * declares it too. One schema, or one for each kind where they show different records.
   */
  readonly current?: z.ZodType | Readonly<Record<string, z.ZodType>>;
  /**
   * The limit that counts its accepted writes by the sandbox's clock, in the commit of each: past it, a write is 429
   * `rate_limit`. Every answer says in `RateLimit` what is left; a read declares it to say so as well, and is not counted.
   */
  readonly limit?: CountedLimit;
  readonly sends?: readonly string[];
  /** Event types of the domain that its writes can emit. */
  readonly emits?: readonly string[];
  /** Whether it exchanges a password for tokens: its 401 is about that password, and about no token. */
  readonly beginsSession?: boolean;
  /** Whether it exchanges a refresh token for new tokens: the one operation that a client with a session calls by itself. */
  readonly renewsSession?: boolean;
  /**
   * Whether REST answers its document as a signed JWT where a caller accepts `application/jwt` first: its handler makes it.
   */
  readonly signed?: boolean;
  readonly cache?: CachePolicy;
  readonly scope?: Scope;
  readonly credential?: Credential;
  /**
   * Whether a call without the credential can succeed: by default for viewer, and for admin and client, which have other
   * ways in.
   */
  readonly credentialOptional?: boolean;
  readonly errors?: ErrorStyle;
  /** The OAuth error code of an input that is faulty; `invalid_request` where left out. */
  readonly inputError?: string;
  readonly aliases?: readonly Alias[];
  /**
   * Media types of the body, where they are other than JSON alone. Lines (`csv`, `ndjson`) are the rows of the member that
   * `rowsOf` makes.
   */
  readonly bodies?: readonly ('json' | 'form' | 'csv' | 'ndjson')[];
  readonly bodyLimit?: 'body' | 'snapshot';
  readonly empty?: EmptyParameters;
  /** Whether it stands beside the API that the server was made for, and under a tag of its own in the OpenAPI document. */
  readonly extension?: boolean;
}

/** An operation as its author declares it; `defineDomain` gives it its name. */
export interface DeclaredOperation<
  M extends Method = Method,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Types extends DeclaredTypes = DeclaredTypes,
> {
  readonly method: M;
  readonly path: `/${string}`;
  readonly declared: OperationDeclaration<Input, Output>;
  /** The members that a merge patch may change, as they must be once it is applied; undefined where it takes none. */
  readonly patched: Types['patched'];
  /** Never there: it carries the types of the members that handlers are typed by. */
  readonly types?: Types;
}
