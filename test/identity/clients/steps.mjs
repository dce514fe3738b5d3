/** The steps: what a client is asked for, and how the server shows that it was done. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { patient } from '../../../tooling/src/patience.mjs';

/**
 * @typedef {object} Visit a client amid its steps
 * @property {(path: string) => Promise<Record<string, any>>} show goes to a path of the app, and reads what it shows
 * @property {Readonly<Record<string, string>>} told addresses of the app at which it is told of logouts
 * @property {Provider} provider
 *
 * @typedef {object} Provider the server, as the client has it
 * @property {() => Promise<{ sub: string, name: string, email: string }>} user who is logged in by default
 * @property {(token: string) => Promise<boolean>} isActive asks about an access token
 * @property {() => Promise<boolean>} hasSession whether the browser is still logged in
 * @property {(roles: readonly string[]) => Promise<void>} giveRoles to the user who is logged in by default
 * @property {() => Promise<string[]>} offContract what the client has sent that the contract does not allow
 * @property {(path: string) => Promise<number>} calls how many successful requests an endpoint has had
 * @property {(addresses: object) => Promise<void>} tell has it tell the app of logouts, at an address
 * @property {() => Promise<void>} leave logs the browser out there, without the app
 */

/** A token that the app shows; a name of it, where it shows none. */
const tokenIn = ({ access_token }) => {
  assert.equal(typeof access_token, 'string', 'the app has no access token');
  return access_token;
};

/** Somebody logs out elsewhere, and the app learns of it at its address. */
const toldAt =
  (member) =>
  async ({ show, told, provider }) => {
    await provider.tell({ [member]: told[member], frontchannel_logout_session_required: true });
    const { user } = await show('/login');
    assert.deepEqual(user, await provider.user());
    await provider.leave();
    // A logout token comes when it comes.
    for (const until = Date.now() + patient(5000); (await show('/me')).user !== null; await setTimeout(100)) {
      assert.ok(Date.now() < until, 'the app still has its user');
    }
    assert.equal(await provider.hasSession(), false);
  };

/** @type {Readonly<Record<string, (visit: Visit) => Promise<void>>>} */
export const steps = {
  'log-in': async ({ show, provider }) => {
    const { user, access_token } = await show('/login');
    assert.deepEqual(user, await provider.user());
    const shown = await show('/me');
    assert.deepEqual([shown.user, shown.access_token], [user, access_token]);
    if (access_token !== undefined) assert.equal(await provider.isActive(access_token), true);
    assert.equal(await provider.hasSession(), true);
  },
  userinfo: async ({ show, provider }) => {
    assert.deepEqual((await show('/userinfo')).user, await provider.user());
    assert.ok((await provider.calls('/api/oauth/userinfo')) > 0, 'the client did not ask for userinfo');
  },
  refresh: async ({ show, provider }) => {
    const before = tokenIn(await show('/me'));
    const after = tokenIn(await show('/refresh'));
    assert.notEqual(after, before);
    assert.equal(await provider.isActive(after), true);
    assert.equal(tokenIn(await show('/me')), after);
  },
  revocation: async ({ show, provider }) => {
    const before = tokenIn(await show('/me'));
    assert.equal(await provider.isActive(before), true);
    await show('/revoke');
    assert.equal(await provider.isActive(before), false);
  },
  'log-out': async ({ show, provider }) => {
    assert.equal((await show('/logout')).user, null);
    assert.equal((await show('/me')).user, null);
    assert.equal(await provider.hasSession(), false);
  },
  'front-channel': toldAt('frontchannel_logout_uri'),
  'back-channel': toldAt('backchannel_logout_uri'),
  roles: async ({ show, provider }) => {
    await show('/login');
    assert.deepEqual(await show('/admin'), { admin: true });
    await provider.giveRoles(['member']);
    await show('/logout');
    await show('/login');
    assert.deepEqual(await show('/admin'), { admin: false });
  },
};
