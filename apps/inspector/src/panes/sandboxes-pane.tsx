/** All sandboxes: opened, forked, reset, deleted. */
import type { ListedSandbox } from '@understudy/client';
import { useEffect, useState } from 'preact/hooks';
import { api, attempt } from '../api.js';
import { Confirmed } from '../confirmed.js';
import { LineForm } from '../fields.js';
import { agoText, bytesText } from '../format.js';
import { basePath, inspectorOf, sandbox as own } from '../place.js';
import { resource } from '../resource.js';
import { Row, Table } from '../table.js';

/** Sandboxes that are shown. */
const MOST = 50;

const list = resource(async () => {
  const { data, pagination } = await api.value.sandboxes.listSandboxes({ per_page: MOST });
  return { data, total: pagination.total };
});

async function change(work: () => Promise<unknown>, done: string): Promise<void> {
  await attempt(work, done);
  await list.reload();
}

/** A name for a copy that no other sandbox in the list has. */
function copyName(name: string, all: readonly ListedSandbox[]): string {
  const names = new Set(all.map((one) => one.name));
  for (let count = 1; ; count += 1) {
    const found = `${name.slice(0, 55)}-copy${count === 1 ? '' : `-${count}`}`;
    if (!names.has(found)) return found;
  }
}

/** Copies a sandbox, under a name of its own. */
export async function fork(from: string): Promise<void> {
  await list.reload();
  const name = copyName(from, list.value.value?.data ?? []);
  await change(() => api.value.sandboxes.putSandbox({ name, from }), `${name} is a copy of ${from}.`);
}

function SandboxRow({ sandbox }: { sandbox: ListedSandbox }) {
  const { name } = sandbox;
  const remove = () => void change(() => api.value.sandboxes.deleteSandbox({ name }), `${name} is deleted.`);
  const title = (
    <>
      <a href={inspectorOf(name)} aria-current={name === own ? 'true' : undefined}>
        {name}
      </a>
      {name === own ? ' · this one' : ''}
    </>
  );
  if ('unreadable' in sandbox) {
    return (
      <tr>
        <th scope="row">{title}</th>
        <td colSpan={5}>Cannot be read: {sandbox.unreadable}</td>
        <td>
          <Confirmed label="Delete" onConfirm={remove} />
        </td>
      </tr>
    );
  }
  const { seed, revision, counts, clock, last_used_at: used } = sandbox;
  const cells = [
    used === null ? 'never' : agoText(used),
    revision,
    `${counts.changed} · ${bytesText(counts.bytes)}`,
    seed,
    clock.mode === 'real' ? 'real' : `${clock.mode}, ${clock.now}`,
  ];
  return (
    <Row title={title} cells={cells}>
      <button type="button" class="quiet" onClick={() => void fork(name)}>
        Fork
      </button>
      <Confirmed
        label="Reset"
        onConfirm={() => void change(() => api.value.sandboxes.resetSandbox({ name }), `${name} is as it began.`)}
      />
      <Confirmed label="Delete" onConfirm={remove} />
    </Row>
  );
}

/** The pane. */
export function SandboxesPane() {
  const [name, setName] = useState('');
  useEffect(() => {
    void list.reload();
    const timer = setInterval(list.refresh, 5000);
    return () => clearInterval(timer);
  }, []);
  const all = list.value.value?.data ?? [];
  const total = list.value.value?.total ?? 0;
  return (
    <div class="pane">
      <header class="line">
        <h2>Sandboxes</h2>
        <LineForm
          onSubmit={() => {
            location.href = inspectorOf(name);
          }}
        >
          <input
            required
            aria-label="Name of a sandbox"
            pattern="[a-z0-9][a-z0-9._\-]{0,63}"
            placeholder="any name"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit">Open</button>
        </LineForm>
      </header>
      {list.error.value !== undefined && <p class="error">{list.error.value}</p>}
      <p class="soft">
        Private copies of the whole API. Any name works at once; listed are those with writes or settings. This is{' '}
        <a href={`${basePath}/`}>{own}</a>.
      </p>
      <Table label="Sandboxes" columns={['Name', 'Last use', 'Revision', 'Changed', 'Seed', 'Clock']}>
        {all.map((sandbox) => (
          <SandboxRow key={sandbox.name} sandbox={sandbox} />
        ))}
      </Table>
      {total > all.length && <p class="soft">{total - all.length} more are not shown.</p>}
    </div>
  );
}
