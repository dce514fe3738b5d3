/** React with react-oidc-context. */
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AuthProvider, useAuth } from 'react-oidc-context';
import { clientId, goToMe, issuer, origin, scope, serve, userOf } from './page.mjs';

const settings = {
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${origin}/callback`,
  post_logout_redirect_uri: `${origin}/me`,
  scope,
  loadUserInfo: true,
  onSigninCallback: goToMe,
};

const shown = (user) => ({ user: userOf(user?.profile), access_token: user?.access_token });

const routesOf = (auth) => ({
  '/login': () => auth.signinRedirect(),
  '/me': async () => shown(auth.user),
  '/userinfo': async () => shown(auth.user),
  '/refresh': async () => shown(await auth.signinSilent()),
  '/revoke': async () => {
    await auth.revokeTokens(['access_token']);
    return {};
  },
  '/logout': () => auth.signoutRedirect(),
});

function App() {
  const auth = useAuth();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (auth.isLoading || isAsked) return;
    setAsked(true);
    if (auth.error) void serve({ [location.pathname]: () => Promise.reject(auth.error) });
    else void serve(routesOf(auth));
  }, [auth, isAsked]);
  return null;
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  createElement(AuthProvider, settings, createElement(App)),
);
