/** The server as one client has it: a sandbox of its own, and what the server knows about it. */

import { offContract } from '../../../tooling/src/server/index.mjs';

const ABOUT = { authorization: `Basic ${btoa('understudy-web:understudy-secret')}` };

/**
 * @param {string} base address of the sandbox
 * @param {import('../../../tooling/src/chromium/index.mjs').Page} page a page of the client's browser
 * @returns {import('./steps.mjs').Provider}
 */
export function providerAt(base, page) {
  const read = async (path, init) => (await page.request.fetch(base + path, init)).json();
  return {
    user: async () => {
      const { data } = await read('/api/auth/users/usr_0001');
      return { sub: data.id, name: data.name, email: data.email };
    },
    isActive: async (token) => {
      return (await read('/api/oauth/introspect', { method: 'POST', headers: ABOUT, form: { token } })).active;
    },
    hasSession: async () => {
      const request = { client_id: 'understudy-web', response_type: 'code', redirect_uri: `${base}/`, prompt: 'none' };
      const address = `${base}/api/oauth/authorize?${new URLSearchParams(request)}`;
      // It has the cookies of the browser.
      const { location } = (await page.request.get(address, { maxRedirects: 0 })).headers();
      return new URL(location).searchParams.has('code');
    },
    tell: async (addresses) => {
      const oauth_clients = [{ client_id: 'understudy-web', ...addresses }];
      const answer = await page.request.put(base, { data: { oauth_clients } });
      if (!answer.ok()) throw new Error(await answer.text());
    },
    leave: async () => {
      await page.goto(`${base}/api/oauth/logout`);
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor();
      await page.waitForLoadState('load');
    },
    giveRoles: async (roles) => {
      await read('/api/auth/users/usr_0001', { method: 'PATCH', data: { claims: { roles } } });
    },
    offContract: () => offContract(read),
    calls: async (path) => {
      const query = new URLSearchParams({ path, status: '200' });
      return (await read(`/requests?${query}`)).pagination.total;
    },
  };
}
