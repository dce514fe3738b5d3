/** What the sandbox holds beyond its seeded data, by collection; reset, and snapshots to a file and back. */
import type { Snapshot } from '@understudy/client';
import { signal } from '@preact/signals';
import { api, attempt } from '../api.js';
import { Confirmed } from '../confirmed.js';
import { countText } from '../format.js';
import { ListedRecords } from '../listed-records.js';
import { sandbox } from '../place.js';
import { ReadRecord, RecordView } from '../record-view.js';
import { fork } from './sandboxes-pane.js';
import { change, changeState, state, type StateRecord, useSandboxState } from '../state.js';

/** Records that are shown of a collection. */
const MOST = 50;

/** Members that let somebody act as another: the snapshot has them, since restoring needs them. */
const SECRET = /secret|hash|salt|token|password/i;

const chosen = signal<string | undefined>(undefined);

const search = signal('');

async function save(): Promise<void> {
  const found = await attempt(() => api.value.sandboxes.getSnapshot({ name: sandbox }));
  if (found === undefined) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(found)], { type: 'application/json' }));
  link.download = `${sandbox}.snapshot.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const restore = (file: File) =>
  changeState(async () => {
    // The server says what is wrong with it.
    const snapshot = JSON.parse(await file.text()) as Snapshot;
    await api.value.sandboxes.restoreSnapshot({ ...snapshot, name: sandbox });
  }, `${file.name} is restored.`);

const shown = (value: unknown): string =>
  JSON.stringify(value, (key, member: unknown) => (SECRET.test(key) && typeof member === 'string' ? '***' : member));

function Records({ records }: { records: readonly StateRecord[] }) {
  const word = search.value.toLowerCase();
  const found = records.filter(({ id, value }) => `${id} ${shown(value)}`.toLowerCase().includes(word));
  return (
    <div class="records">
      <input
        type="search"
        aria-label="Search records"
        placeholder="Search"
        value={search.value}
        onInput={({ currentTarget }) => (search.value = currentTarget.value)}
      />
      {found.slice(0, MOST).map((record) => (
        <RecordView
          key={record.id}
          collection={record.collection}
          id={record.id}
          record={JSON.parse(shown(record.value))}
          mark={change(record)}
        />
      ))}
      {found.length > MOST && <p class="soft">{found.length - MOST} more; search for one.</p>}
    </div>
  );
}

function Collections({ snapshot }: { snapshot: Snapshot }) {
  const { sizes } = snapshot.config;
  const names = [...new Set([...snapshot.records.map(({ collection }) => collection), ...Object.keys(sizes)])];
  const recordsOf = (name: string) => snapshot.records.filter(({ collection }) => collection === name);
  const open = chosen.value ?? names[0] ?? '';
  return (
    <div class="data">
      <ul aria-label="Collections">
        {names.map((name) => (
          <li key={name}>
            <button type="button" class="quiet" aria-pressed={name === open} onClick={() => (chosen.value = name)}>
              {name} <span class="soft">{sizes[name] === undefined ? '' : `${sizes[name]} seeded`}</span>
              {recordsOf(name).length > 0 && <span class="badge">{recordsOf(name).length}</span>}
            </button>
          </li>
        ))}
      </ul>
      {recordsOf(open).length === 0 ? (
        <p class="soft">All of {open} are as they were seeded. What the app writes appears here.</p>
      ) : (
        <Records records={recordsOf(open)} />
      )}
      <ReadRecord />
      <ListedRecords key={open} collection={open} />
    </div>
  );
}

/** The pane. */
export function DataPane() {
  useSandboxState();
  const snapshot = state.value.value;
  return (
    <div class="pane">
      <header class="line">
        <h2>Data</h2>
        <span class="soft">
          {snapshot !== undefined &&
            `seed ${snapshot.config.seed}, revision ${snapshot.revision}, ${countText(snapshot.records.length, 'record')} written`}
        </span>
        <button type="button" onClick={() => void save()}>
          Save a snapshot
        </button>
        <label class="button">
          Restore from a file
          <input
            type="file"
            class="hidden"
            accept=".json,application/json"
            onChange={({ currentTarget: { files } }) => files?.[0] !== undefined && void restore(files[0])}
          />
        </label>
        <button type="button" onClick={() => void fork(sandbox)}>
          Fork
        </button>
        <Confirmed
          label="Reset"
          onConfirm={() => void changeState(() => api.value.sandboxes.resetSandbox({ name: sandbox }), 'As it began.')}
        />
      </header>
      {state.error.value !== undefined && <p class="error">{state.error.value}</p>}
      {snapshot !== undefined && <Collections snapshot={snapshot} />}
    </div>
  );
}
