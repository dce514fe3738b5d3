/** oidc-client-ts. */
import { UserManager } from 'oidc-client-ts';
import { clientId, goToMe, issuer, origin, scope, serve, userOf } from './page.mjs';

const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${origin}/callback`,
  post_logout_redirect_uri: `${origin}/me`,
  scope: `${scope} roles`,
  loadUserInfo: true,
});

const shown = (user) => ({ user: userOf(user?.profile), access_token: user?.access_token });

await serve({
  '/login': () => manager.signinRedirect(),
  '/callback': async () => {
    await manager.signinCallback();
    goToMe();
  },
  '/me': async () => shown(await manager.getUser()),
  '/admin': async () => ({ admin: (await manager.getUser())?.profile.roles.includes('admin') }),
  '/userinfo': async () => shown(await manager.getUser()),
  '/refresh': async () => shown(await manager.signinSilent()),
  '/revoke': async () => {
    await manager.revokeTokens(['access_token']);
    return {};
  },
  '/logout': () => manager.signoutRedirect(),
});
