/** Who may do what: each operation by each role and each scope, with the four kinds of no, and what comes before what. */
import { contract, type Operation, type Role, roles } from '@understudy/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inProcess, inSandbox, type Target, useServer } from '../support.js';
import type { Answered } from '../calling.js';
import { type Caller, goodCard, key, nobody, send, user } from './office.js';

type Name = keyof (typeof contract)['saas']['operations'];
type Scope = 'contacts:read' | 'contacts:write' | 'audit:read';

/** How an operation is called below an organization, and the lowest role and the scope that it needs. */
interface Row {
  readonly path: string;
  readonly body?: object;
  readonly role: Role;
  /** `any` for every key; none where no key may. */
  readonly scope?: Scope | 'any';
}

const contact = { email: 'grace.hopper@example.com', name: 'Grace Hopper' };

const rows: Readonly<Partial<Record<Name, Row>>> = {
  getOrganization: { path: '', role: 'viewer', scope: 'any' },
  changeSubscription: { path: '/subscription', body: { plan: 'business', card: goodCard }, role: 'owner' },
  listMembers: { path: '/members', role: 'viewer' },
  getMember: { path: '/members/usr_0002', role: 'viewer' },
  putMember: { path: '/members/usr_0030', body: { role: 'member' }, role: 'admin' },
  removeMember: { path: '/members/usr_0007', role: 'admin' },
  createKey: { path: '/keys', body: { name: 'New', scopes: ['audit:read'] }, role: 'admin' },
  getKey: { path: '/keys/key_0001', role: 'admin' },
  listKeys: { path: '/keys', role: 'admin' },
  revokeKey: { path: '/keys/key_0001', role: 'admin' },
  listContacts: { path: '/contacts', role: 'viewer', scope: 'contacts:read' },
  createContact: { path: '/contacts', body: contact, role: 'member', scope: 'contacts:write' },
  getContact: { path: '/contacts/cnt_0001', role: 'viewer', scope: 'contacts:read' },
  replaceContact: { path: '/contacts/cnt_0001', body: contact, role: 'member', scope: 'contacts:write' },
  updateContact: { path: '/contacts/cnt_0001', body: { name: 'G' }, role: 'member', scope: 'contacts:write' },
  deleteContact: { path: '/contacts/cnt_0001', role: 'member', scope: 'contacts:write' },
  startImport: { path: '/imports', body: { rows: [contact] }, role: 'member', scope: 'contacts:write' },
  getImport: { path: '/imports/imp_0001', role: 'viewer', scope: 'contacts:read' },
  exportContacts: { path: '/contacts/export', role: 'viewer', scope: 'contacts:read' },
  listAuditEntries: { path: '/audit', role: 'admin', scope: 'audit:read' },
  listInvoices: { path: '/invoices', role: 'owner' },
};

const operations: Readonly<Record<string, Operation>> = contract.saas.operations;
const onOrganization = Object.keys(operations).filter((name) => operations[name]?.path.includes('{organization_id}'));

const scopes: readonly Scope[] = ['contacts:read', 'contacts:write', 'audit:read'];

const server = useServer(inProcess);
let callers: Record<Role | Scope, Caller>;
let on: Target;
let snapshot: string;
beforeAll(async () => {
  on = inSandbox(server);
  callers = await staffed(on);
  snapshot = await (await on.fetch('/snapshot')).text();
});

/** An organization with a member of each role, and a key of each scope. */
async function staffed(target: Target): Promise<Record<Role | Scope, Caller>> {
  const owner = await user(target, 1);
  const [admin, member] = [await user(target, 2), await user(target, 3)];
  const made = await Promise.all(
    scopes.map(async (scope) => {
      const body = { name: scope, scopes: [scope] };
      const { data } = await send<{ secret: string }>(owner, ['POST', '/org_0001/keys'], { body });
      return [scope, key(target, data.secret)] as const;
    }),
  );
  return { owner, admin, member, viewer: member, ...(Object.fromEntries(made) as Record<Scope, Caller>) };
}

/** Makes everything be as it was in the beginning; who has logged in still has. */
async function restore(): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await on.fetch('/snapshot', { method: 'PUT', headers, body: snapshot });
  expect(answer.status).toBe(200);
}

const ask = (by: Caller, name: string, id = 'org_0001'): Promise<Answered> => {
  const row = rows[name as Name];
  if (row === undefined) throw new RangeError(`say who may call ${name}`);
  return send(by, [operations[name]?.method ?? 'GET', `/${id}${row.path}`], { body: row.body });
};

it('says of each operation on an organization who may call it', () => {
  expect(Object.keys(rows).toSorted()).toEqual(onOrganization.toSorted());
});

describe.each(onOrganization)('%s', (name) => {
  const row = rows[name as Name] as Row;
  const fine = operations[name]?.meta.status;
  // What one caller changes the next one must not find.
  beforeEach(restore);

  it('is refused to whoever is nobody, or of another organization', async () => {
    for (const by of [nobody(on), key(on, 'usk_nobody'), { on, token: 'ey.ey.ey' }]) {
      const answer = await ask(by, name);
      expect([answer.status, answer.kind]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="understudy"/);
    }
    // As if it did not exist: the same text to the letter, but for the id.
    const anonymousLimits: [Caller, string][] = [
      [callers.owner, 'org_0004'],
      [key(on, 3), 'org_0001'],
    ];
    for (const [by, id] of anonymousLimits) {
      const [there, nowhere] = [await ask(by, name, id), await ask(by, name, 'org_9999')];
      expect([there.status, there.kind]).toEqual([404, 'not_found']);
      expect(there.text.replaceAll(id, 'org_9999')).toBe(nowhere.text);
      expect(there.headers.get('ratelimit')).toBeNull();
    }
  });

  it.each(roles)('by the role %s', async (role) => {
    if (role === 'viewer') {
      const { owner } = callers;
      expect((await send(owner, ['PUT', '/org_0001/members/usr_0003'], { body: { role } })).status).toBe(200);
    }
    const answer = await ask(callers[role], name);
    if (roles.indexOf(role) <= roles.indexOf(row.role)) return expect(answer.status).toBe(fine);
    expect([answer.status, answer.kind, answer.codes]).toEqual([403, 'forbidden', ['insufficient_role']]);
    expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(answer.headers.get('ratelimit')).toMatch(/^"business";r=\d+;t=\d+$/);
  });

  it.each(scopes)('by a key with the scope %s', async (scope) => {
    const answer = await ask(callers[scope], name);
    if (row.scope === 'any' || row.scope === scope) return expect(answer.status).toBe(fine);
    expect([answer.status, answer.kind, answer.codes]).toEqual([403, 'forbidden', ['insufficient_scope']]);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    expect(challenge).toContain('error="insufficient_scope"');
    expect(/scope="([^"]+)"/.exec(challenge)?.[1]).toBe(row.scope);
  });

  it('is a 402 in an organization that is paused, where it writes', async () => {
    const answer = await ask(callers.owner, name, 'org_0006');
    const isWrite = operations[name]?.method !== 'GET' && name !== 'changeSubscription';
    if (answer.status === 404) return;
    expect(answer.status).toBe(isWrite ? 402 : fine);
    if (isWrite) expect(answer.kind).toBe('subscription_required');
  });
});

describe('what comes before what', () => {
  beforeEach(restore);
  const patch = (by: Caller, path: string, body: object, headers = {}) => send(by, ['PATCH', path], { body, headers });

  it('is 400, 401, 404, 410, 403, then 429 and 412', async () => {
    const free = await user(on, 1);
    const path = '/org_0002/contacts/cnt_0002';
    expect((await patch(nobody(on), '/org_9999/contacts/cnt_9999', { name: 5 })).status).toBe(400);
    expect((await patch(nobody(on), '/org_9999/contacts/cnt_9999', { name: 'A' })).status).toBe(401);
    expect((await patch(key(on, 2), '/org_0002/contacts/cnt_9999', { name: 'A' })).status).toBe(404);
    expect((await send(free, ['DELETE', '/org_0002/contacts/cnt_0024'])).status).toBe(204);
    expect((await patch(key(on, 2), '/org_0002/contacts/cnt_0024', { name: 'A' })).status).toBe(410);
    expect((await patch(key(on, 2), path, { name: 'A' })).status).toBe(403);
    expect((await patch(free, path, { name: 'A' }, { 'if-match': '"x"' })).status).toBe(412);
    for (let n = 0; n < 9; n++) expect((await patch(free, path, { name: `A ${n}` })).status).toBe(200);
    const late = await patch(free, path, { name: 'A' }, { 'if-match': '"x"' });
    expect([late.status, late.kind, late.headers.get('retry-after')]).toEqual([429, 'rate_limit', '60']);
    expect(late.headers.get('ratelimit')).toBe('"free";r=0;t=60');
    expect((await patch(free, path, { name: 5 })).status).toBe(400);
    expect((await patch(key(on, 2), path, { name: 'A' })).status).toBe(403);
    // Reads are not counted.
    expect((await send(free, ['GET', path])).headers.get('ratelimit')).toBe('"free";r=0;t=60');
  });

  it('lets only owners give or take the role owner, and keeps the last one', async () => {
    const { owner, admin } = callers;
    const put = (by: Caller, number: string, role: Role) =>
      send(by, ['PUT', `/org_0001/members/usr_${number}`], { body: { role } });
    expect((await put(admin, '0030', 'owner')).codes).toEqual(['insufficient_role']);
    expect((await put(admin, '0001', 'viewer')).codes).toEqual(['insufficient_role']);
    expect((await send(admin, ['DELETE', '/org_0001/members/usr_0001'])).status).toBe(403);
    for (const last of [
      await put(owner, '0001', 'admin'),
      await send(owner, ['DELETE', '/org_0001/members/usr_0001']),
    ]) {
      expect([last.status, last.kind]).toEqual([409, 'conflict']);
    }
    expect((await put(owner, '0002', 'owner')).status).toBe(200);
    expect((await put(owner, '0001', 'admin')).status).toBe(200);
    expect((await send(owner, ['GET', '/org_0001/invoices'])).status).toBe(403);
    expect((await send(admin, ['DELETE', '/org_0001/members/usr_0002'])).status).toBe(409);
    expect((await send(admin, ['DELETE', '/org_0001/members/usr_0001'])).status).toBe(204);
    expect((await send(admin, ['DELETE', '/org_0001/members/usr_0001'])).status).toBe(204);
    expect((await send(owner, ['GET', '/org_0001'])).status).toBe(404);
  });

  it('lets no key create organizations, and gives no feature to a plan without it', async () => {
    const refused = await send(key(on, 3), ['POST', ''], { body: { name: 'A', slug: 'a-key' } });
    expect([refused.status, refused.codes]).toEqual([403, ['insufficient_scope']]);
    const owner = await user(on, 1);
    for (const path of ['/org_0002/contacts/export', '/org_0002/audit']) {
      const answer = await send(owner, ['GET', path]);
      expect([answer.status, answer.text.includes('plan_feature')]).toEqual([403, true]);
    }
  });

  it('gives a slug to one organization', async () => {
    const [owner, other] = [await user(on, 1), await user(on, 2)];
    const create = (by: Caller) => send<{ id: string }>(by, ['POST', ''], { body: { name: 'A', slug: 'one-slug' } });
    const [first, again] = [await create(owner), await create(owner)];
    expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
    expect((await create(other)).kind).toBe('conflict');
    const { data } = await send<{ slug: string }[]>(owner, ['GET', '?q=one-slug']);
    expect(data.map(({ slug }) => slug)).toEqual(['one-slug']);
  });
});
