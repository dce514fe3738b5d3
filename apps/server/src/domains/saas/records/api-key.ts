/** API keys: their hashes alone are kept. */
import { apiKey, keyScopes } from '@understudy/contract/saas';
import {
  API_KEY_PREFIX,
  type Collection,
  type Dataset,
  hashOfApiKey,
  indexOfSeededId,
  instantText,
  nowhere,
  range,
  type Records,
  seededId,
  type Transition,
  z,
} from '../../../kit/index.js';
import { internalCollection } from '../../../kit/collection.js';
import { momentOf, organizationCount, organizations, seatCount } from './organization.js';

/** An API key as it is kept. */
type KeyRecord = z.infer<typeof apiKey>;

/** Organizations with a seeded key: their keys have four digits. */
const MOST = 9999;

/** How many organizations have a seeded key: the first ones. */
export const keyCount = (dataset: Dataset): number => Math.min(MOST, organizationCount(dataset));

/** When the seeded key of an organization was created. */
const keyCreatedAt = (dataset: Dataset, index: number): number => {
  const seats = seatCount(dataset, index);
  return momentOf(index, seats, seats + 3);
};

/** How many characters of a key are shown. */
export const SHOWN = 8;

const secretOf = (index: number): string => `${API_KEY_PREFIX}seed_${String(index + 1).padStart(4, '0')}`;

function seeded(dataset: Dataset, index: number): KeyRecord {
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

function ofOrganization(dataset: Dataset, id: string) {
  const index = indexOfSeededId(organizations.prefix, id);
  return index < 0 || index >= keyCount(dataset) ? nowhere : range(index, index + 1);
}

/** A key that is active expires. */
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
  seeded,
  lookup: { organization_id: ofOrganization },
  transition,
};

/** Ids of the keys that were created, by their hashes. */
export const keyHashes: Collection<{ readonly id: string; readonly key_id: string }> = internalCollection({
  name: 'organization_key_hashes',
  prefix: 'hash',
  schema: z.object({ id: z.string(), key_id: z.string() }),
});

/** Indexes of the seeded keys by their hashes. */
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
