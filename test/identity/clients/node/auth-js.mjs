/** What the apps with Auth.js have in common, old and new. */
import { issuer, clientId, clientSecret } from './app.mjs';

/** The provider, as its documentation has one that it does not know. */
export const provider = { id: 'understudy', name: 'Understudy', type: 'oidc', issuer, clientId, clientSecret };

/** Keeps the access token and the id of the user in the session, as its documentation does. */
export const callbacks = {
  jwt: ({ token, account }) =>
    account ? { ...token, sub: account.providerAccountId, access_token: account.access_token } : token,
  session: ({ session, token }) => ({
    user: { sub: token.sub, name: session.user.name, email: session.user.email },
    access_token: token.access_token,
  }),
};

/** What an app shows of a session. */
export const shownOf = (session) => ({ user: session?.user ?? null, access_token: session?.access_token });

/** A page that presses the buttons of its own pages: a log-in is a POST with a token against forgery. */
export const loginPage = (path) => `<!doctype html><form method="post" action="${path}/signin/understudy">
<input name="csrfToken" type="hidden"><input name="callbackUrl" type="hidden" value="/me"></form>
<script type="module">
  const { csrfToken } = await (await fetch('${path}/csrf')).json();
  document.forms[0].csrfToken.value = csrfToken;
  document.forms[0].submit();
</script>`;
