/** Vaults that users and keys open, and whose writes are counted. */
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
} from '../../src/domain.js';
import { described } from '../described.js';

const vaultId = recordId('Id of the vault.', 'vlt_0001');
const text = (description: string, example: string) => described(z.string().min(1).max(100), description, example);

export const vault = z
  .object({
    id: vaultId,
    version: z.int().meta({ description: 'Counts its changes.', examples: [1] }),
    title: text('Title.', 'Silver'),
    owner_id: recordId('Id of the user whose it is.', 'usr_0001'),
    locked: z.boolean().meta({ description: 'Whether nobody may change it.', examples: [false] }),
  })
  .meta({ id: 'Vault', description: 'A vault.' });

/** A vault. */
export type Vault = z.infer<typeof vault>;

export const coin = z
  .object({ id: recordId('Id of the coin.', 'coin_0001'), vault_id: vaultId, worth: z.int().min(1) })
  .meta({ id: 'Coin', description: 'A coin.' });

export const vaultKey = z
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
export const vaultsContract = defineDomain({
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
