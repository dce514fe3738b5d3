/** Angular with angular-auth-oidc-client. */
import '@angular/compiler';
import { provideHttpClient } from '@angular/common/http';
import { createApplication } from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import { OidcSecurityService, provideAuth } from 'angular-auth-oidc-client';
import { firstValueFrom } from 'rxjs';
import { clientId, goToMe, issuer, origin, scope, serve, userOf } from './page.mjs';

const config = {
  authority: issuer,
  clientId,
  redirectUrl: `${origin}/callback`,
  postLogoutRedirectUri: `${origin}/me`,
  scope,
  responseType: 'code',
  silentRenew: true,
  useRefreshToken: true,
};

await serve({ [location.pathname]: start });

async function start() {
  const app = await createApplication({ providers: [provideHttpClient(), provideRouter([]), provideAuth({ config })] });
  const service = app.injector.get(OidcSecurityService);
  const { userData, accessToken, errorMessage } = await firstValueFrom(service.checkAuth());
  if (errorMessage) throw new Error(errorMessage);
  const shown = (claims, access_token) => ({ user: userOf(claims ?? {}), access_token: access_token || undefined });
  // It asks for userinfo by itself.
  const me = async () => shown(userData, accessToken);
  const routes = {
    '/login': async () => service.authorize(),
    '/callback': async () => goToMe(),
    '/me': me,
    '/userinfo': me,
    '/refresh': async () => {
      const { userData: claims, accessToken: token } = await firstValueFrom(service.forceRefreshSession());
      return shown(claims, token);
    },
    '/revoke': async () => {
      await firstValueFrom(service.revokeAccessToken());
      return {};
    },
    '/logout': async () => {
      await firstValueFrom(service.logoff());
    },
  };
  return routes[location.pathname]?.();
}
