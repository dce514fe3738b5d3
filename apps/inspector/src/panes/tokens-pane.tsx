/** Tokens: the users and the clients of the sandbox, logging in as one of them, and a JWT decoded and verified. */
import type { User } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api, appApi, attempt, userToken as token } from '../api.js';
import { CopyButton } from '../clipboard.js';
import { AppPaneHeader, Served } from '../document.js';
import { Field, LineForm } from '../fields.js';
import { JsonView } from '../json-view.js';
import { sandbox } from '../place.js';
import { resource } from '../resource.js';
import { Pairs } from '../section.js';
import { type Check, checkToken, decoded } from '../signatures.js';
import { useSandboxState, written } from '../state.js';
import { CheckText } from '../status-text.js';
import { Row, Table } from '../table.js';

/** Users that are shown. */
const MOST = 20;

/** The users that were looked for, and how many there are; it is a request of the API, so a person asks for it. */
const users = signal<{ readonly data: readonly User[]; readonly total: number } | undefined>(undefined);

/** What came of its checks. */
const checks = signal<Readonly<Record<string, Check>>>({});

const settings = resource(() => api.value.sandboxes.getSandbox({ name: sandbox }));

function showToken(text: string): void {
  token.value = text.replace(/^Bearer\s+/i, '').trim();
  checks.value = {};
}

async function verify(): Promise<void> {
  const text = token.value;
  const jwt = decoded(text);
  if (jwt === undefined) return;
  const found = await checkToken(text, jwt);
  if (token.value === text) checks.value = found;
}

async function logIn({ email }: User, password: string): Promise<void> {
  const session = await attempt(() => appApi.auth.login({ email, password }), `${email} is logged in.`);
  if (session === undefined) return;
  showToken(session.access_token);
  await verify();
}

async function find(q: string): Promise<void> {
  const found = await attempt(() => appApi.auth.listUsers({ q, per_page: MOST }));
  if (found !== undefined) users.value = { data: found.data, total: found.pagination.total };
}

function Users() {
  const [word, setWord] = useState('');
  const [password, setPassword] = useState('Passw0rd!');
  const found = users.value;
  return (
    <>
      <LineForm onSubmit={() => void find(word)}>
        <Field label="name or e-mail address" value={word} onChange={setWord} />
        <button type="submit">Find users</button>
        <Field label="password to log in with" value={password} onChange={setPassword} />
      </LineForm>
      {found !== undefined && (
        <Table label="Users" columns={['User', 'E-mail address', 'Name', 'Status']}>
          {found.data.map((user) => (
            <Row
              key={user.id}
              title={user.id}
              cells={[user.email, user.name, user.status]}
              isOff={user.status !== 'active'}
            >
              <button
                type="button"
                class="quiet"
                aria-label={`Log in as ${user.id}`}
                onClick={() => void logIn(user, password)}
              >
                Log in
              </button>
            </Row>
          ))}
        </Table>
      )}
      {found !== undefined && found.total > found.data.length && (
        <p class="soft">{found.total - found.data.length} more; search for one.</p>
      )}
    </>
  );
}

/** What is shown of a client that has registered itself: never its secret. */
interface Registered {
  readonly id: string;
  readonly metadata: { readonly client_name?: string };
}

function Clients() {
  useSandboxState();
  useEffect(() => void settings.reload(), []);
  const listed = (settings.value.value?.oauth_clients ?? []).map(
    ({ client_id: id }) => [id, 'in the settings'] as const,
  );
  const registered = written<Registered>('oauth_registrations').map(
    ({ id, metadata }) =>
      [id, `has registered itself${metadata.client_name === undefined ? '' : `: ${metadata.client_name}`}`] as const,
  );
  return <Pairs of={Object.fromEntries([...listed, ...registered])} />;
}

function TokenView() {
  const jwt = decoded(token.value);
  return (
    <>
      <Field label="token" rows={4} value={token.value} onChange={showToken} />
      {token.value !== '' && jwt === undefined && <p class="soft">This is no JWT. Only the server can read it.</p>}
      {jwt !== undefined && (
        <>
          <div class="line">
            <button type="button" onClick={() => void verify()}>
              Verify
            </button>
            <CopyButton text={`Authorization: Bearer ${token.value}`} label="Copy as Authorization header" />
          </div>
          <dl class="pairs" aria-live="polite" aria-label="Checks">
            {Object.entries(checks.value).map(([name, check]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <CheckText check={check} />
                </dd>
              </div>
            ))}
          </dl>
          <JsonView text={jwt.headerText} isCut={false} />
          <JsonView text={jwt.payloadText} isCut={false} />
        </>
      )}
    </>
  );
}

/** The pane. */
export function TokensPane() {
  return (
    <div class="pane">
      <AppPaneHeader title="Tokens" />
      <TokenView />
      <h3>Users</h3>
      <Served domain="auth" operation="login">
        <Users />
      </Served>
      <h3>Clients</h3>
      <Served domain="oauth" operation="getJwks">
        <Clients />
      </Served>
    </div>
  );
}
