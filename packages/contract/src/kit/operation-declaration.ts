/** What the author of an operation says of it, and the types that follow from that. */
import type { z } from 'zod';
import type { Filters, FilterShape } from './condition.js';
import type { FieldsInput, ShownAnswer } from './fields.js';
import type {
  Alias,
  CachePolicy,
  Credential,
  DeclaredTypes,
  EmptyParameters,
  ErrorStyle,
  Method,
  Scope,
  Status,
  Versioned,
} from './operation-meta.js';
import type { IfMatchInput, IfNoneMatchInput } from './precondition.js';
import type { PatchShape } from './merge-patch.js';
import type { SortInput } from './sort.js';

/** What the author of an operation says of it. Its shape of answer follows from its output, its name from its domain. */
export interface OperationDeclaration<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** A few words: what the call does. */
  readonly summary: string;
  /** What a user needs to know beyond the summary. */
  readonly description: string;
  readonly input: Input;
  /** An envelope such as `listOf`, or the schema of a bare document. */
  readonly output: Output;
  /** Record fields that `q` reads; an input with `q` has them, and no other. */
  readonly searches?: readonly string[];
  /** Conditions that the list can be filtered by; the input of the operation then has a member for each. */
  readonly filters?: Filters;
  /** Members of the list's records that `sort` takes as keys; the input of the operation then has `sort`. */
  readonly sorts?: readonly [string, ...string[]];
  /** Whether `fields` chooses which members of the records are shown; the input of the operation then has it. */
  readonly fields?: boolean;
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
   * Takes the body as a merge patch (RFC 7396): the members of the input that stand in the body are those that may be
   * changed, as they must be once it is applied.
   */
  readonly patch?: 'merge';
  /** Problem kinds of the domain, or shared ones that not every operation can answer. */
  readonly kinds?: readonly string[];
  readonly sends?: boolean;
  /** Event types of the domain that its writes can emit. */
  readonly emits?: readonly string[];
  /** Whether it exchanges a refresh token for new tokens: the one operation that a client with a session calls by itself. */
  readonly renewsSession?: boolean;
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

/** A member of a declaration, or what stands for it where it is left out. */
type Given<Declared, Member extends string, Default> = Declared extends { readonly [Key in Member]: infer Value }
  ? Value
  : Default;

/** No members. */
type None = Record<never, never>;

type SortIn<Declared> = Declared extends { readonly sorts: readonly string[] } ? { readonly sort: SortInput } : None;

type FiltersIn<Declared> = Declared extends { readonly filters: infer Conditions extends Filters }
  ? FilterShape<Conditions>
  : None;

type FieldsIn<Declared> = Declared extends { readonly fields: true } ? { readonly fields: FieldsInput } : None;

/** The conditions of a write on a record with versions. */
type ConditionsIn<M extends Method, Declared> = Declared extends { readonly versioned: Versioned }
  ? M extends 'GET'
    ? None
    : M extends 'PUT'
      ? { readonly if_match: IfMatchInput; readonly if_none_match: IfNoneMatchInput }
      : { readonly if_match: IfMatchInput }
  : None;

/** The members that the kit adds to the input of a declaration. */
export type AddedIn<M extends Method, Declared> = FiltersIn<Declared> &
  SortIn<Declared> &
  FieldsIn<Declared> &
  ConditionsIn<M, Declared>;

/** Names of the parameters of a path. */
export type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Members of an input that are no part of a body. */
export type Outside<Declared, Path extends string> = ParametersOf<Path> | keyof Given<Declared, 'headers', unknown>;

/** The members that an author declares, those of the body as changes where it is a merge patch. */
export type OwnIn<Declared extends OperationDeclaration, Path extends string> = Declared extends {
  readonly patch: 'merge';
}
  ? Declared['input'] extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<PatchShape<Shape, Outside<Declared, Path>>, Config>
    : never
  : Declared['input'];

/** An object schema with more members. */
export type Extended<Input extends z.ZodObject, Members> = [keyof Members] extends [never]
  ? Input
  : Input extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<z.util.Extend<Shape, { [Name in keyof Members]: Members[Name] }>, Config>
    : never;

/** The input of a declaration, with what the kit adds: filters, `sort` and `fields` of a read, conditions of a write. */
export type InputIn<M extends Method, Declared extends OperationDeclaration, Path extends string> = Extended<
  OwnIn<Declared, Path>,
  AddedIn<M, Declared>
>;

/** What is answered of an output: with `fields` in the input, any member of its records but the id may be left out. */
export type ShownIn<Input extends z.ZodObject, Output extends z.ZodType> = string extends keyof Input['shape']
  ? Output
  : 'fields' extends keyof Input['shape']
    ? z.ZodType<ShownAnswer<z.output<Output>>>
    : Output;

/** The members that a declaration lets a merge patch change. */
export type PatchedIn<Declared extends OperationDeclaration, Path extends string> = Declared extends {
  readonly patch: 'merge';
}
  ? z.ZodObject<Omit<Declared['input']['shape'], Outside<Declared, Path> & string>>
  : undefined;

/** What handlers are typed by, each as a type of its own: the texts of a declaration are part of no type. */
export interface LiteralTypes<
  S extends Scope,
  C extends Credential,
  IsOptional extends boolean,
  Errors extends ErrorStyle,
  Kinds extends readonly string[],
  Events extends readonly string[],
  Versions extends Versioned | undefined,
  Patched extends z.ZodObject | undefined,
  Code extends Status,
> extends DeclaredTypes {
  readonly scope: S;
  readonly credential: C;
  readonly credentialOptional: IsOptional;
  readonly errors: Errors;
  readonly kind: Kinds[number];
  readonly event: Events[number];
  readonly versioned: Versions;
  readonly patched: Patched;
  readonly status: Code;
}

/** What an operation works on, by its declaration. */
export type ScopeIn<Declared> = Extract<Given<Declared, 'scope', 'sandbox'>, Scope>;

/** The credential of a declaration. */
export type CredentialIn<Declared> = Extract<Given<Declared, 'credential', 'none'>, Credential>;

/** Whether a call can succeed without the credential of a declaration. */
export type OptionalIn<Declared> = Extract<
  Given<Declared, 'credentialOptional', CredentialIn<Declared> extends 'bearer' ? false : true>,
  boolean
>;

/** The status of a declaration, where it is written out. */
export type StatusIn<Declared> = Extract<Given<Declared, 'status', Status>, Status>;

/** How the errors of a declaration speak. */
export type ErrorsIn<Declared> = Extract<Given<Declared, 'errors', 'problem'>, ErrorStyle>;

/** Whether a declaration is about one record that has versions. */
export type VersionedIn<Declared> = Extract<Given<Declared, 'versioned', undefined>, Versioned | undefined>;

/** The problem kinds, or the event types, that a declaration names. */
export type NamesIn<Declared, Member extends 'kinds' | 'emits'> = Extract<
  Given<Declared, Member, readonly []>,
  readonly string[]
>;
