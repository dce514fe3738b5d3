/** Members: users of the auth domain in organizations. */
import { apiKey, keyScopes, type Member, member } from '@understudy/contract/saas';
import { users } from '../../../identity/users.js';
import {
  API_KEY_PREFIX,
  type Collection,
  type Dataset,
  hashOfApiKey,
  indexOfSeededId,
  instantText,
  naturalId,
  type Records,
  seededId,
  together,
  type Transition,
  z,
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
import { internalCollection } from '../../../kit/collection.js';

const PREFIX = 'mem';

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

/** Members. */
export const members: Collection<Member> = {
  name: 'members',
  prefix: PREFIX,
  noun: 'member',
  schema: member,
  count: (dataset) => firstSeat(dataset, organizationCount(dataset)),
  seeded,
  lookup: { organization_id: together(organizations, firstSeat) },
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

type KeyRecord = z.infer<typeof apiKey>;

/** Organizations with a seeded key: their keys have four digits. */
const MOST = 9999;

/** How many organizations have a seeded key: the first ones. */
export const keyCount = (dataset: Dataset): number => Math.min(MOST, organizationCount(dataset));

const keyCreatedAt = (dataset: Dataset, index: number): number => {
  const seats = seatCount(dataset, index);
  return momentOf(index, seats, seats + 3);
};

/** How many characters of a key are shown. */
export const SHOWN = 8;

const secretOf = (index: number): string => `${API_KEY_PREFIX}seed_${String(index + 1).padStart(4, '0')}`;

function seededKey(dataset: Dataset, index: number): KeyRecord {
  return {
    id: seededId('key', index),
    organization_id: seededId(organizations.prefix, index),
    name: index % 2 === 0 ? 'Nightly sync' : 'Dashboard',
    prefix: secretOf(index).slice(0, SHOWN),
    scopes: index % 2 === 0 ? [...keyScopes] : ['contacts:read'],
    status: 'active',
    created_at: instantText(keyCreatedAt(dataset, index)),
    expires_at: null,
  };
}

function transition(record: KeyRecord): Transition<KeyRecord> | undefined {
  if (record.status !== 'active' || record.expires_at === null) return undefined;
  return { at: Date.parse(record.expires_at), record: { ...record, status: 'expired' } };
}

/** API keys. */
export const apiKeys: Collection<KeyRecord> = {
  name: 'organization_keys',
  prefix: 'key',
  noun: 'key',
  schema: apiKey,
  count: keyCount,
  seeded: seededKey,
  lookup: { organization_id: together({ prefix: organizations.prefix, count: keyCount }, (_, index) => index) },
  transition,
};

/** Ids of the keys that were created, by their hashes. */
export const keyHashes: Collection<{ readonly id: string; readonly key_id: string }> = internalCollection({
  name: 'organization_key_hashes',
  prefix: 'hash',
  schema: z.object({ id: z.string(), key_id: z.string() }),
});

function seededHashes(dataset: Dataset): ReadonlyMap<string, number> {
  const hashes = () => Array.from({ length: keyCount(dataset) }, (_, i) => [hashOfApiKey(secretOf(i)), i] as const);
  return dataset.relation('organization key hashes', () => new Map(hashes()));
}

/** The key with a hash, in any state. */
export function keyWith(records: Records, hash: string): KeyRecord | undefined {
  const index = seededHashes(records.dataset).get(hash);
  const id = index === undefined ? records.get(keyHashes, hash)?.key_id : seededId(apiKeys.prefix, index);
  return id === undefined ? undefined : records.get(apiKeys, id);
}
