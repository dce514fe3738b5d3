/** What handlers are typed by, as types that follow from the declaration of an operation. */
import type { z } from 'zod';
import type { Credential, DeclaredTypes, ErrorStyle, Method, Scope, Status, Versioned } from './operation-meta.js';
import type { ArrivalsInput, FormatInput, IncludeInput, SortInput } from './list-parameters.js';
import type { Filters, FilterShape } from './condition.js';
import type { FieldsInput, ShownAnswer } from './fields.js';
import type { linesControls } from './lines.js';
import type { PatchShape } from './merge-patch.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { IfMatchInput, IfNoneMatchInput } from './precondition.js';

/** A member of a declaration, or what stands for it where it is left out. */
export type DeclaredOr<Declared, Member extends string, Default> = Declared extends {
  readonly [Key in Member]: infer Value;
}
  ? Value
  : Default;

/** No members. */
type None = Record<never, never>;

type SortIn<Declared> = Declared extends { readonly sorts: readonly string[] } ? { readonly sort: SortInput } : None;

type FiltersIn<Declared> = Declared extends { readonly filters: infer Conditions extends Filters }
  ? FilterShape<Conditions>
  : None;

type FieldsIn<Declared> = Declared extends { readonly fields: true } ? { readonly fields: FieldsInput } : None;

type IncludesIn<Declared> = Declared extends { readonly includes: readonly string[] }
  ? { readonly include: IncludeInput }
  : None;

type ArrivalsIn<Declared> = Declared extends { readonly arrivals: true } ? { readonly arrivals: ArrivalsInput } : None;

type FormatIn<Declared> = Declared extends { readonly formats: infer Formats }
  ? { readonly format: FormatInput<keyof Formats & string> }
  : None;

type LinesIn<Declared> = Declared extends { readonly output: { readonly answers: 'lines' } }
  ? typeof linesControls
  : None;

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
  IncludesIn<Declared> &
  ArrivalsIn<Declared> &
  FormatIn<Declared> &
  LinesIn<Declared> &
  ConditionsIn<M, Declared>;

/** Names of the parameters of a path. */
export type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Members of an input that are no part of a body. */
export type Outside<Declared, Path extends string> =
  | ParametersOf<Path>
  | keyof DeclaredOr<Declared, 'headers', unknown>;

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
  Numbers extends string,
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
  readonly computed: Numbers;
}

/** What an operation works on, by its declaration. */
export type ScopeIn<Declared> = Extract<DeclaredOr<Declared, 'scope', 'sandbox'>, Scope>;

/** The credential of a declaration. */
export type CredentialIn<Declared> = Extract<DeclaredOr<Declared, 'credential', 'none'>, Credential>;

/** Whether a call can succeed without the credential of a declaration. */
export type OptionalIn<Declared> = Extract<
  DeclaredOr<Declared, 'credentialOptional', CredentialIn<Declared> extends 'bearer' | 'member' ? false : true>,
  boolean
>;

/** The status of a declaration, where it is written out. */
export type StatusIn<Declared> = Extract<DeclaredOr<Declared, 'status', Status>, Status>;

/** The numbers that a declaration computes. */
export type ComputedIn<Declared> = Declared extends { readonly computes: infer Numbers }
  ? keyof Numbers & string
  : never;

/** How the errors of a declaration speak. */
export type ErrorsIn<Declared> = Extract<DeclaredOr<Declared, 'errors', 'problem'>, ErrorStyle>;

/** Whether a declaration is about one record that has versions. */
export type VersionedIn<Declared> = Extract<DeclaredOr<Declared, 'versioned', undefined>, Versioned | undefined>;

/** The problem kinds, or the event types, that a declaration names. */
export type NamesIn<Declared, Member extends 'kinds' | 'emits'> = Extract<
  DeclaredOr<Declared, Member, readonly []>,
  readonly string[]
>;
