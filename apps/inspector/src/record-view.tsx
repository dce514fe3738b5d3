/** A record, with links to the records that it names; read and changed by the API where that has an operation for it. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { appHeaders, attempt, say } from './api.js';
import { type Item, itemsNamed, readDocument } from './document.js';
import { Field, LineForm } from './fields.js';
import { JsonView } from './json-view.js';
import { basePath } from './place.js';
import { state } from './state.js';

/** What the page reads of an answer: our envelope, or a problem. */
interface Envelope {
  readonly data?: unknown;
  readonly detail?: string;
  readonly pagination?: { readonly total?: number };
}

/** Sends a request to the API of the sandbox as the user of the token, and reads what stands in its answer. */
export async function ask(path: string, init?: RequestInit) {
  const headers = { ...appHeaders(), ...init?.headers };
  const response = await fetch(basePath + path, { ...init, headers, cache: 'no-store' });
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  const { data = json, detail, pagination } = Object(json) as Envelope;
  if (!response.ok) throw new Error(detail ?? `The API answered ${response.status}.`);
  return { data, total: pagination?.total, etag: response.headers.get('etag') };
}

/** A record that was read by the API. */
interface Read extends Item {
  readonly record: Readonly<Record<string, unknown>>;
  readonly etag: string | null;
}

const opened = signal<Read | undefined>(undefined);

/** Reads the record at the first of some addresses that has it. */
async function open([item, ...others]: readonly Item[]): Promise<void> {
  if (item === undefined) return;
  try {
    const { data, etag } = await ask(item.path);
    opened.value = { ...item, record: Object(data) as Read['record'], etag };
  } catch (error) {
    if (others.length === 0) throw error;
    await open(others);
  }
}

async function save({ path, method, record, etag }: Read, text: string): Promise<void> {
  const whole = JSON.parse(text) as Read['record'];
  const changes = Object.entries(whole).filter(([name, to]) => JSON.stringify(record[name]) !== JSON.stringify(to));
  const condition = etag === null || etag.startsWith('W/') ? {} : { 'if-match': etag };
  const headers = { 'content-type': 'application/json', ...condition };
  const body = JSON.stringify(method === 'PATCH' ? Object.fromEntries(changes) : whole);
  await ask(path, { method: method ?? 'PUT', body, headers });
  say(`${path} is changed.`);
  await Promise.all([open([{ path, method }]), state.reload()]);
}

const linkOf = (name: string, value: unknown) => {
  const items = typeof value === 'string' ? itemsNamed(name, value) : [];
  return items.length === 0 ? undefined : () => void attempt(() => open(items));
};

/** The record that was read last. */
export function ReadRecord() {
  const [text, setText] = useState<string | undefined>(undefined);
  const read = opened.value;
  if (read === undefined) return null;
  const { path, method, record } = read;
  return (
    <section class="records" aria-label={path}>
      <div class="line">
        <code>{path}</code>
        {method !== undefined && (
          <button type="button" class="quiet" onClick={() => setText(JSON.stringify(record, null, 2))}>
            Edit
          </button>
        )}
        <button type="button" class="quiet" aria-label="Close" onClick={() => (opened.value = undefined)}>
          ✕
        </button>
      </div>
      {text === undefined ? (
        <JsonView text={JSON.stringify(record)} isCut={false} linkOf={linkOf} />
      ) : (
        <LineForm onSubmit={() => void attempt(() => save(read, text).then(() => setText(undefined)))}>
          <Field label={`${method} ${path}`} rows={14} value={text} onChange={setText} />
          <button type="submit">Save by the API</button>
        </LineForm>
      )}
    </section>
  );
}

interface RecordProps {
  readonly collection: string;
  readonly id: string;
  readonly record: unknown;
  /** What became of the seeded one; undefined where it is as it was seeded. */
  readonly mark: string | undefined;
}

/** A record of a list. */
export function RecordView({ collection, id, record, mark }: RecordProps) {
  const items = itemsNamed(`${collection}_id`, id);
  return (
    <details class="section" onToggle={() => void readDocument()}>
      <summary>
        <code>{id}</code> {mark !== undefined && <span class="mark">{mark}</span>}
      </summary>
      {items.length > 0 && mark !== 'removed' && (
        <button type="button" class="link" onClick={() => void attempt(() => open(items))}>
          read by the API
        </button>
      )}
      <JsonView text={JSON.stringify(record)} isCut={false} linkOf={linkOf} />
    </details>
  );
}
