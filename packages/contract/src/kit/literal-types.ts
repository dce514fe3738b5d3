/** What handlers are typed by, as types that follow from the declaration of an operation. */
import type { z } from 'zod';
import type { Given } from './declared-input.js';
import type { Credential, DeclaredTypes, ErrorStyle, Scope, Status, Versioned } from './operation-meta.js';

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
export type ScopeIn<Declared> = Extract<Given<Declared, 'scope', 'sandbox'>, Scope>;

/** The credential of a declaration. */
export type CredentialIn<Declared> = Extract<Given<Declared, 'credential', 'none'>, Credential>;

/** Whether a call can succeed without the credential of a declaration. */
export type OptionalIn<Declared> = Extract<
  Given<Declared, 'credentialOptional', CredentialIn<Declared> extends 'bearer' | 'member' ? false : true>,
  boolean
>;

/** The status of a declaration, where it is written out. */
export type StatusIn<Declared> = Extract<Given<Declared, 'status', Status>, Status>;

/** The numbers that a declaration computes. */
export type ComputedIn<Declared> = Declared extends { readonly computes: infer Numbers }
  ? keyof Numbers & string
  : never;

/** How the errors of a declaration speak. */
export type ErrorsIn<Declared> = Extract<Given<Declared, 'errors', 'problem'>, ErrorStyle>;

/** Whether a declaration is about one record that has versions. */
export type VersionedIn<Declared> = Extract<Given<Declared, 'versioned', undefined>, Versioned | undefined>;

/** The problem kinds, or the event types, that a declaration names. */
export type NamesIn<Declared, Member extends 'kinds' | 'emits'> = Extract<
  Given<Declared, Member, readonly []>,
  readonly string[]
>;
