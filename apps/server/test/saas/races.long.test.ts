/** Many writers at once, on replicas that share a store: no limit of a plan is passed, and none is reached too early. */
import type { Organization } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { atOnce, useReplicas } from '../replicas/use-replicas.js';
import { durableStores } from '../stores/stores.js';
import { inSandbox } from '../support.js';
import { type Caller, founded, organizationNow, send, subscribe, user, wait } from './office.js';

const size = { organizations: 6, contacts: 40, users: 20 };

describe.each(durableStores)('on three replicas of %s', (_name, open) => {
  const inTurn = useReplicas(open, { count: 3, size });
  const contact = (n: number) => ({ email: `ada.${n}@example.com`, name: `Ada ${n}` });
  const create = (by: Caller, id: string, n: number) => send(by, ['POST', `/${id}/contacts`], { body: contact(n) });

  /** How many answers had each status, and which kind of problem. */
  function tally(answers: readonly { readonly status: number; readonly kind: string | undefined }[]) {
    const counts: Record<string, number> = {};
    for (const { status, kind } of answers) {
      const name = kind === undefined ? String(status) : `${status} ${kind}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  /** An organization on plan free in a new minute, with so many contacts. */
  async function freeOne(contacts: number): Promise<{ by: Caller; organization: Organization }> {
    const by = await user(inSandbox(inTurn));
    const { id } = await founded(by);
    const rows = Array.from({ length: contacts }, (_, n) => contact(1000 + n));
    if (contacts > 0) expect((await send(by, ['POST', `/${id}/imports`], { body: { rows } })).status).toBe(202);
    expect((await subscribe(by, id, { plan: 'free' })).status).toBe(200);
    await wait(by.on, 120);
    const organization = await organizationNow(by, id);
    expect(organization.usage.contacts).toBe(contacts);
    return { by, organization };
  }

  it('fills a plan to its last contact, and no further', async () => {
    const { by, organization } = await freeOne(45);
    const answers = await atOnce(30, (n) => create(by, organization.id, n));
    expect(tally(answers)).toEqual({ 201: 5, '402 plan_limit': 25 });
    expect((await organizationNow(by, organization.id)).usage.contacts).toBe(organization.limits.contacts);
  });

  it('lets rows of imports that run at once share what is left', async () => {
    const { by, organization } = await freeOne(40);
    const rowsOf = (n: number) => Array.from({ length: 4 }, (_, row) => contact(n * 4 + row));
    const started = await atOnce(6, (n) =>
      send(by, ['POST', `/${organization.id}/imports`], { body: { rows: rowsOf(n) } }),
    );
    expect(tally(started)).toEqual({ 202: 6 });
    await wait(by.on, 60);
    expect((await organizationNow(by, organization.id)).usage.contacts).toBe(organization.limits.contacts);
  });

  it('has as many members as the plan has seats', async () => {
    const { by, organization } = await freeOne(0);
    const path = (n: number) => `/${organization.id}/members/usr_00${String(n + 2).padStart(2, '0')}`;
    const answers = await atOnce(10, (n) => send(by, ['PUT', path(n)], { body: { role: 'viewer' } }));
    expect(tally(answers)).toEqual({ 201: 2, '402 plan_limit': 8 });
    expect((await organizationNow(by, organization.id)).usage.members).toBe(3);
  });
});
