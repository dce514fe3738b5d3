/** Members: users of the auth domain in organizations. */
import { type Member, member } from '@understudy/contract/saas';
import { users } from '../../../identity/users.js';
import {
  type Collection,
  type Dataset,
  indexOfSeededId,
  instantText,
  naturalId,
  nowhere,
  range,
  type Records,
  seededId,
} from '../../../kit/index.js';
import {
  firstSeat,
  momentOf,
  organizationAt,
  organizationCount,
  organizations,
  roleOn,
  seatCount,
  seatOf,
  userOn,
} from './organization.js';

const PREFIX = 'mem';

/** When the user on a seat was added. */
const joinedAt = (dataset: Dataset, organization: number, seat: number): number =>
  momentOf(organization, seat, seatCount(dataset, organization) + 3);

function seeded(dataset: Dataset, index: number): Member {
  const organization = organizationAt(dataset, index, (one) => firstSeat(dataset, one));
  const seat = index - firstSeat(dataset, organization);
  const { id: user_id, name, email } = users.seeded(dataset, userOn(dataset, organization, seat));
  return {
    id: seededId(PREFIX, index),
    organization_id: seededId(organizations.prefix, organization),
    user_id,
    name,
    email,
    role: roleOn(organization, seat),
    joined_at: instantText(joinedAt(dataset, organization, seat)),
  };
}

function ofOrganization(dataset: Dataset, id: string) {
  const index = indexOfSeededId(organizations.prefix, id);
  if (index < 0 || index >= organizationCount(dataset)) return nowhere;
  return range(firstSeat(dataset, index), firstSeat(dataset, index + 1));
}

/** Members. */
export const members: Collection<Member> = {
  name: 'members',
  prefix: PREFIX,
  noun: 'member',
  schema: member,
  count: (dataset) => firstSeat(dataset, organizationCount(dataset)),
  seeded,
  lookup: { organization_id: ofOrganization },
};

/** The id that a user has as a member of an organization. */
export function memberId({ dataset }: Pick<Records, 'dataset'>, organization_id: string, user_id: string): string {
  const [organization, user] = [
    indexOfSeededId(organizations.prefix, organization_id),
    indexOfSeededId('usr', user_id),
  ];
  const isSeeded = organization >= 0 && organization < organizationCount(dataset);
  const seat = isSeeded ? seatOf(dataset, organization, user) : undefined;
  if (seat !== undefined) return seededId(PREFIX, firstSeat(dataset, organization) + seat);
  return naturalId(dataset.seed, PREFIX, [organization_id, user_id]);
}

/** A user as a member of an organization; undefined where the user is none. */
export const memberOf = (records: Records, organization_id: string, user_id: string): Member | undefined =>
  records.get(members, memberId(records, organization_id, user_id));

/** Ids of the organizations that a user is in, with the roles there. */
export function organizationsOf(records: Records, user_id: string): Map<string, Member['role']> {
  const { dataset } = records;
  const user = indexOfSeededId('usr', user_id);
  const found = new Map<string, Member['role']>();
  for (let index = 0; index < organizationCount(dataset); index++) {
    if (seatOf(dataset, index, user) === undefined) continue;
    const id = seededId(organizations.prefix, index);
    const own = memberOf(records, id, user_id);
    if (own !== undefined) found.set(id, own.role);
  }
  for (const one of records.changed(members)) if (one.user_id === user_id) found.set(one.organization_id, one.role);
  return found;
}
