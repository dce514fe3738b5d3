/** The vaults domain: the first vault is that of the first user, with the seeded key. */
import {
  collection,
  hashOfApiKey,
  implement,
  listing,
  type Member,
  newApiKey,
  type SoughtRecords,
} from '../../src/domain.js';
import { problemsOf } from '../../src/kit/problem-error.js';
import { coin, vault, vaultKey, vaultsContract } from './vaults-contract.js';

/** The key of the first vault. */
export const SEEDED_KEY = 'usk_seed_vault_0001';

const vaults = collection({
  name: 'vaults',
  prefix: 'vlt',
  noun: 'vault',
  size: 4,
  versioned: true,
  schema: vault,
  seed: ({ index, pick }) => ({
    version: 1,
    title: pick(['Silver', 'Copper', 'Brass']),
    owner_id: index === 3 ? 'usr_0002' : 'usr_0001',
    locked: index === 2,
  }),
});

const coins = collection({
  name: 'coins',
  prefix: 'coin',
  size: 3,
  schema: coin,
  seed: ({ int }) => ({ vault_id: 'vlt_0001', worth: int(1, 9) }),
});

const keys = collection({
  name: 'vault_keys',
  prefix: 'vkey',
  noun: 'key',
  size: 1,
  schema: vaultKey,
  seed: () => ({ vault_id: 'vlt_0001', revoked: false, hash: hashOfApiKey(SEEDED_KEY) }),
});

const problem = problemsOf({});

/** The vault of a call, if it is the caller's. */
function opened(records: SoughtRecords, id: string, credential: Member) {
  const found = records.find(vaults, id);
  const isOwn = credential.type === 'key' ? credential.key.owner === id : credential.user.id === found.owner_id;
  if (!isOwn) throw problem('forbidden', { detail: 'the vault is not yours' });
  return found;
}

function unlocked(found: { readonly locked: boolean }): void {
  if (found.locked) throw problem('conflict', { detail: 'the vault is locked' });
}

/** The vaults domain, implemented. */
export const vaultsDomain = implement(vaultsContract, {
  collections: [vaults, coins, keys],
  findApiKey: ({ records, hash }) => {
    const seeded = records.get(keys, 'vkey_0001');
    const found = [...(seeded === undefined ? [] : [seeded]), ...records.changed(keys)].find(
      (key) => key.hash === hash,
    );
    if (found === undefined || found.revoked) return undefined;
    return { id: found.id, owner: found.vault_id, scopes: [] };
  },
  limits: {
    'vault writes': ({ input, records }) => {
      const found = records.get(vaults, String(input['vault_id']));
      return (
        found && {
          key: found.id,
          policy: found.id === 'vlt_0002' ? 'wide' : 'narrow',
          quota: found.id === 'vlt_0002' ? 40 : 5,
        }
      );
    },
  },
  handlers: {
    listVaults: ({ credential }) =>
      listing(vaults, {}, { show: (one) => (credential === undefined ? { ...one, owner_id: 'usr_0000' } : one) }),
    getVault: ({ input, records, credential }) => ({ value: opened(records, input.vault_id, credential) }),
    renameVault: {
      current: ({ input, records, credential }) => opened(records, input.vault_id, credential),
      handle: ({ input, records, patch, merged }) => {
        const found = records.find(vaults, input.vault_id);
        unlocked(found);
        const next = merged(found, patch);
        return { value: [next === found ? found : records.put(vaults, next)] };
      },
    },
    addCoin: ({ input, records, credential, newId }) => {
      unlocked(opened(records, input.vault_id, credential));
      const made = { id: newId(coins, [input.vault_id, input.worth]), vault_id: input.vault_id, worth: input.worth };
      return { value: [records.put(coins, made)], location: `/api/vaults/${input.vault_id}` };
    },
    addKey: ({ input, records, credential, newId, sandbox, now }) => {
      opened(records, input.vault_id, credential);
      const { secret, hash } = newApiKey(records, [sandbox, now, input]);
      const made = { id: newId(keys, [hash]), vault_id: input.vault_id, revoked: false };
      records.put(keys, { ...made, hash });
      return { value: [{ ...made, secret }] };
    },
    revokeKey: ({ input, records, credential }) => {
      opened(records, input.vault_id, credential);
      records.put(keys, { ...records.find(keys, input.key_id), revoked: true });
      return { value: null };
    },
    shake: () => ({ value: null }),
  },
});
