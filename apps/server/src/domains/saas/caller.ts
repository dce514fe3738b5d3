/** Who calls, and what they may: by their role in the organization, or by the scopes of an API key. */
import { type KeyScope, type Role, roles } from '@understudy/contract/saas';
import type { Member as Credential, ProblemDetails, SoughtRecords } from '../../kit/index.js';
import { memberOf } from './records/member.js';
import { type OrganizationRecord, organizations } from './records/organization.js';

/** What of a context says who calls which organization. */
export interface Calling {
  readonly input: { readonly organization_id: string };
  readonly records: SoughtRecords;
  readonly credential: Credential;
}

/** A caller in an organization. */
export interface Caller {
  readonly organization: OrganizationRecord;
  /** Null for an API key. */
  readonly role: Role | null;
  /** Those of an API key. */
  readonly scopes: readonly string[];
}

interface Needed {
  /** The lowest role that a user must have. */
  readonly role: Role;
  /** The scope that an API key must have; `any` where each key will do, and none where no key may. */
  readonly scope?: KeyScope | 'any';
}

/** The caller's role in an organization; null for a key of it, and undefined for whoever may not know of it. */
export function roleIn({ records, credential }: Omit<Calling, 'input'>, id: string): Role | null | undefined {
  if (credential.type === 'key') return credential.key.owner === id ? null : undefined;
  return memberOf(records, id, credential.user.id)?.role;
}

/**
 * The organization that a call is about.
 *
 * @throws ProblemError 404 also for one that the caller is not in: nobody learns that it is there
 */
export function enter(ctx: Calling): Caller {
  const { input, records, credential } = ctx;
  const organization = records.find(organizations, input.organization_id);
  if (roleIn(ctx, organization.id) === undefined) throw records.missing(organizations, organization.id);
  const scopes = credential.type === 'key' ? credential.key.scopes : [];
  return { organization, role: roleIn(ctx, organization.id) ?? null, scopes };
}

/** What of a context makes the problems of those who may not. */
export interface Refusing {
  readonly problem: (kind: 'forbidden', details: ProblemDetails) => Error;
}

/** The refusal of a caller, with the scope that is needed (RFC 6750 §3.1). */
function refusal(
  { problem }: Refusing,
  code: string,
  { detail, scope }: { detail: string; scope: string | undefined },
) {
  const needed = scope === undefined || scope === 'any' ? '' : `, scope="${scope}"`;
  return problem('forbidden', {
    detail,
    errors: [{ code, detail }],
    headers: { 'www-authenticate': `Bearer realm="understudy", error="insufficient_scope"${needed}` },
  });
}

const isAtLeast = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);

/** Refuses a caller of too low a role, or a key without the scope. */
export function permit(ctx: Refusing, { role, scopes }: Caller, { role: needed, scope }: Needed): void {
  if (role === null) {
    if (scope === 'any' || (scope !== undefined && scopes.includes(scope))) return;
    const detail =
      scope === undefined
        ? `only users may do this, from the role ${needed} on`
        : `the API key lacks the scope ${scope}`;
    throw refusal(ctx, 'insufficient_scope', { detail, scope });
  }
  if (isAtLeast(role, needed)) return;
  throw refusal(ctx, 'insufficient_role', {
    detail: `this needs the role ${needed}, and the caller is ${role}`,
    scope,
  });
}

/** The caller of an operation, who may do what it does. */
export function admit(ctx: Calling & Refusing, needed: Needed): Caller {
  const caller = enter(ctx);
  permit(ctx, caller, needed);
  return caller;
}

interface Paying {
  readonly problem: (kind: 'subscription_required', details: ProblemDetails) => Error;
}

/** Refuses to write in an organization that is paused. */
export function checkPaid({ problem }: Paying, { id, subscription }: OrganizationRecord): void {
  if (subscription.status !== 'paused') return;
  const detail = `the subscription of ${id} is paused; an owner sets a plan and a card`;
  throw problem('subscription_required', { detail });
}
