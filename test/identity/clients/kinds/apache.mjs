/** Apache with mod_auth_openidc: no program, but a configuration, and a page that shows what the module found out. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, spawnListener } from '../../../../tooling/src/server/index.mjs';
import { patient } from '../../../../tooling/src/patience.mjs';

const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'alias', 'include', 'auth_openidc'];

const claim = (name) => `"${name}": "<!--#echo var="OIDC_CLAIM_${name}" -->"`;

/** The module hands the claims and the token to what it protects, as variables. */
const PAGE = `<!doctype html><pre>{ "user":
<!--#if expr="v('OIDC_CLAIM_sub') == ''" -->null<!--#else -->
{ ${claim('sub')}, ${claim('name')}, ${claim('email')} }, "access_token": "<!--#echo var="OIDC_access_token" -->"
<!--#endif -->}</pre>
`;

/** What only some may see, and what all others see instead. */
const ADMIN = '<!doctype html><pre>{ "admin": true }</pre>';
const NO_ADMIN = '<!doctype html><pre>{ "admin": false }</pre>';

const configuration = ({ folder, origin, issuer }) => `
ServerRoot ${folder}
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
Listen ${new URL(origin).host}
ServerName 127.0.0.1
${userInfo().uid === 0 ? 'User www-data\nGroup www-data' : ''}
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
ErrorLog ${folder}/error.log
LogLevel error

OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID understudy-web
OIDCClientSecret understudy-secret
OIDCRedirectURI ${origin}/callback
OIDCCryptoPassphrase of-the-app-for-its-own-cookies
OIDCScope "openid profile email groups roles"
OIDCInfoHook access_token userinfo

AliasMatch ^/(login|me|userinfo)$ ${folder}/page.html
Alias /admin ${folder}/admin.html
Alias /others ${folder}/others.html
Redirect /refresh ${origin}/callback?info=json&access_token_refresh_interval=0
Redirect /logout ${origin}/callback?logout=${encodeURIComponent(`${origin}/me`)}
<Directory ${folder}>
  Options +Includes
  SetOutputFilter INCLUDES
  Require all granted
</Directory>
<LocationMatch ^/(login|callback|userinfo)$>
  AuthType openid-connect
  Require valid-user
</LocationMatch>
<Location /admin>
  AuthType openid-connect
  AuthzSendForbiddenOnFailure On
  ErrorDocument 403 /others
  <RequireAll>
    Require claim groups:everyone
    Require claim roles:admin
  </RequireAll>
</Location>
<Location /me>
  AuthType openid-connect
  OIDCUnAuthAction pass
  Require valid-user
</Location>
`;

/** Waits until something answers. */
async function waitFor(origin) {
  for (const until = Date.now() + patient(10_000); Date.now() < until; await setTimeout(50)) {
    if (await fetch(`${origin}/me`).catch(() => undefined)) return;
  }
  throw new Error('Apache does not answer');
}

/** @type {import('./index.mjs').Start} */
export async function startApache(_entry, { ISSUER: issuer }) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-apache-'));
  // Its workers may be another user.
  chmodSync(folder, 0o755);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const file = join(folder, 'apache2.conf');
  writeFileSync(file, configuration({ folder, origin, issuer }));
  writeFileSync(join(folder, 'page.html'), PAGE);
  writeFileSync(join(folder, 'admin.html'), ADMIN);
  writeFileSync(join(folder, 'others.html'), NO_ADMIN);
  // One process, which leaves none behind.
  const command = `echo listening on ${origin} && exec apache2 -X -f ${file}`;
  const app = await spawnListener(['-c', command], { program: 'sh' });
  const output = () => app.output() + readFileSync(join(folder, 'error.log'), 'utf8');
  const stop = async () => {
    await app.stop('SIGKILL');
    rmSync(folder, { recursive: true });
  };
  await waitFor(origin).catch(async (error) => {
    const said = output();
    await stop();
    throw new Error(`${error.message}: ${said}`, { cause: error });
  });
  return { origin, output, stop };
}
