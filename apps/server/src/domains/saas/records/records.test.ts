/** What must hold of seeded organizations, whatever their number. */
import { describe, expect, it } from 'vitest';
import { allOf } from '../../../kit/all-of.fixture.js';
import { Dataset, EPOCH } from '../../../kit/index.js';
import { auditEntries } from '../audit.js';
import { contacts } from './contact.js';
import { memberId, members } from './member.js';
import { contactCountOf, organizations, seatCount } from './organization.js';

describe.each([
  [12, 480, 50],
  [1, 7, 1],
  [3, 0, 2],
  [40, 1001, 9],
  [5, 20, 0],
])('%i organizations, %i contacts, %i users', (organizationCount, contactCount, userCount) => {
  const dataset = new Dataset('understudy', {
    organizations: organizationCount,
    contacts: contactCount,
    users: userCount,
  });
  const [all, people, known] = [allOf(dataset, organizations), allOf(dataset, members), allOf(dataset, contacts)];

  it('has the members and contacts that are counted and looked up', () => {
    expect(all).toHaveLength(userCount === 0 ? 0 : organizationCount);
    for (const [index, { id, slug, created_at }] of all.entries()) {
      const own = people.filter(({ organization_id }) => organization_id === id);
      expect(own).toHaveLength(seatCount(dataset, index));
      expect(own.filter(({ role }) => role === 'owner')).toHaveLength(1);
      expect(new Set(own.map(({ user_id }) => user_id)).size).toBe(own.length);
      for (const one of own) {
        expect(memberId({ dataset }, id, one.user_id)).toBe(one.id);
        expect(one.joined_at >= created_at).toBe(true);
      }
      const theirs = known.flatMap(({ organization_id }, position) => (organization_id === id ? [position] : []));
      expect(theirs).toHaveLength(contactCountOf(dataset, index));
      expect(Array.from(contacts.lookup?.organization_id?.(dataset, id) ?? [])).toEqual(theirs);
      expect(Array.from(organizations.lookup?.slug?.(dataset, slug) ?? [])).toEqual([index]);
      expect(slug).toMatch(/^[a-z0-9-]{3,40}$/);
    }
  });

  it('has an audit log in order, by people who are in the organization', () => {
    const entries = allOf(dataset, auditEntries);
    for (const { id } of all) {
      const own = entries.filter(({ organization_id }) => organization_id === id);
      const instants = own.map(({ at }) => at);
      expect(instants).toEqual(instants.toSorted());
      const theirs = people.filter(({ organization_id }) => organization_id === id).map(({ user_id }) => user_id);
      for (const { actor, at } of own) {
        expect(theirs).toContain(actor.id);
        expect(Date.parse(at)).toBeLessThan(EPOCH);
      }
      expect(own.filter(({ action }) => action === 'member.added')).toHaveLength(theirs.length - 1);
    }
  });
});
