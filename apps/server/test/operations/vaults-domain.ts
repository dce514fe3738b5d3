/** The vaults domain: the first vault is that of the first user, with the seeded key. */
import { z } from 'zod';
import {
  defineDomain,
  get,
  listInput,
  listOf,
  nothing,
  patch,
  post,
  recordId,
  recordOf,
  remove,
  writtenOf,
  collection,
  hashOfApiKey,
  implement,
  listing,
  type Member,
  newApiKey,
  type SoughtRecords,
} from '../../src/domain.js';
import { described } from '../described.js';
import { problemsOf } from '../../src/kit/problem-error.js';

const vaultId = recordId('Id of the vault.', 'vlt_0001');
const text = (description: string, example: string) => described(z.string().min(1).max(100), description, example);

const vault = z
  .object({
    id: vaultId,
    version: z.int().meta({ description: 'Counts its changes.', examples: [1] }),
    title: text('Title.', 'Silver'),
    owner_id: recordId('Id of the user whose it is.', 'usr_0001'),
    locked: z.boolean().meta({ description: 'Whether nobody may change it.', examples: [false] }),
  })
  .meta({ id: 'Vault', description: 'A vault.' });

const coin = z
  .object({ id: recordId('Id of the coin.', 'coin_0001'), vault_id: vaultId, worth: z.int().min(1) })
  .meta({ id: 'Coin', description: 'A coin.' });

const vaultKey = z
  .object({
    id: recordId('Id of the key.', 'vkey_0001'),
    vault_id: vaultId,
    revoked: z.boolean().meta({ description: 'Whether it opens nothing any more.', examples: [false] }),
    hash: text('SHA-256 of the key.', 'none'),
  })
  .meta({ id: 'VaultKey', description: 'A key.' });

const shownKey = vaultKey
  .omit({ hash: true })
  .extend({ secret: text('The key; no other answer says it.', 'usk_none') })
  .meta({ id: 'NewVaultKey', description: 'A new key.' });

const one = z.object({ vault_id: vaultId });
const limit = { name: 'vault writes', quota: 60, window: 60 } as const;
const member = { credential: 'member', limit } as const;

/** The vaults domain. */
const vaultsContract = defineDomain({
  name: 'vaults',
  description: 'Vaults.',
  operations: {
    listVaults: get('/api/vaults', {
      summary: 'List vaults',
      description: 'All vaults; whose they are is shown to users.',
      credential: 'viewer',
      searches: ['title'],
      input: listInput({}),
      output: listOf(vault),
    }),
    getVault: get('/api/vaults/{vault_id}', {
      summary: 'Get a vault',
      description: 'One vault.',
      ...member,
      versioned: 'optional',
      input: one,
      output: recordOf(vault),
    }),
    renameVault: patch('/api/vaults/{vault_id}', {
      summary: 'Rename a vault',
      description: 'Changes its title.',
      ...member,
      versioned: 'optional',
      patch: 'merge',
      kinds: ['conflict'],
      input: z.object({ vault_id: vaultId, title: text('Title.', 'Gold') }),
      output: writtenOf(vault),
    }),
    addCoin: post('/api/vaults/{vault_id}/coins', {
      summary: 'Add a coin',
      description: 'Adds a coin.',
      ...member,
      status: 201,
      kinds: ['conflict'],
      input: one.extend({
        worth: described(z.int().min(1).max(100), 'Worth.', 2),
      }),
      output: writtenOf(coin),
    }),
    addKey: post('/api/vaults/{vault_id}/keys', {
      summary: 'Make a key',
      description: 'Makes a key of the vault.',
      ...member,
      input: one,
      output: writtenOf(shownKey),
    }),
    revokeKey: remove('/api/vaults/{vault_id}/keys/{key_id}', {
      summary: 'Revoke a key',
      description: 'Has it open nothing any more.',
      credential: 'member',
      input: one.extend({ key_id: recordId('Id of the key.', 'vkey_0001') }),
      output: nothing,
    }),
    shake: post('/api/shakes', {
      summary: 'Shake',
      description: 'Shakes all vaults, no more than three times in ten seconds.',
      limit: { name: 'shakes', quota: 3, window: 10 },
      input: z.object({}),
      output: nothing,
    }),
  },
});

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
      listing(vaults, {}, { show: (found) => (credential === undefined ? { ...found, owner_id: 'usr_0000' } : found) }),
    getVault: ({ input, records, credential }) => ({ value: opened(records, input.vault_id, credential) }),
    renameVault: {
      current: ({ input, records, credential }) => opened(records, input.vault_id, credential),
      handle: ({ input, records, patch: changed, merged }) => {
        const found = records.find(vaults, input.vault_id);
        unlocked(found);
        const next = merged(found, changed);
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
