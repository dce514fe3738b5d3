/** The OpenAPI document of the server: what it serves. Making it takes the server some seconds, so it is read once. */
import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { rootPath } from './place.js';
import { resource } from './resource.js';

/** What the page reads of it. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly webhooks?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
}

const described = resource(async () => {
  const response = await fetch(`${rootPath}/openapi.json`);
  return (await response.json()) as Described;
});

/** The path of an operation, with its parameters as a template; empty where the server does not serve it. */
function pathOf({ paths }: Described, operation: string): string {
  const found = Object.entries(paths).find(([, methods]) =>
    Object.values(methods).some(({ operationId }) => operationId === operation),
  );
  return found?.[0] ?? '';
}

/** Reads the document, once. */
export async function readDocument(): Promise<Described | undefined> {
  if (described.value.peek() === undefined) await described.reload();
  return described.value.peek();
}

/** The same, once the document is read. */
export async function templateOf(operation: string): Promise<string> {
  const document = await readDocument();
  return document === undefined ? '' : pathOf(document, operation);
}

/** The path that lists a collection; undefined where the API has none. */
export async function listPathOf(collection: string): Promise<string | undefined> {
  const { paths = {} } = (await readDocument()) ?? {};
  const end = `/${collection.replaceAll('_', '-')}`;
  return Object.keys(paths).find(
    (path) => path.endsWith(end) && !path.includes('{') && Object.hasOwn(paths[path] ?? {}, 'get'),
  );
}

/** Where one record is read, and the method that changes it; undefined where none does. */
export interface Item {
  readonly path: string;
  readonly method: string | undefined;
}

/** What a collection, a member and a parameter have in common that name a record: `course` of `courses` and `course_id`. */
const nounOf = (name: string): string =>
  name
    .replace(/_?ids?$/i, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replaceAll(/[_-]/g, '')
    .toLowerCase();

/** Paths that read one record, by its noun. */
const items = computed(() => {
  const found = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(described.value.value?.paths ?? {})) {
    const [, segment = '', name = ''] = /^[^{]*\/([\w-]+)\/\{(\w+)\}$/.exec(path) ?? [];
    if (!('get' in methods)) continue;
    for (const noun of new Set([nounOf(segment), nounOf(name)])) found.set(noun, [...(found.get(noun) ?? []), path]);
  }
  return found;
});

/** Where the record may be read that a member names: domains may have the same noun. None where the API reads none. */
export function itemsNamed(member: string, id: string): Item[] {
  const noun = /ids?$/i.test(member) ? nounOf(member) : '';
  return (noun === '' ? [] : (items.value.get(noun) ?? [])).map((template) => {
    const methods = described.value.value?.paths[template] ?? {};
    const method = ['PATCH', 'PUT'].find((one) => one.toLowerCase() in methods);
    return { path: template.replace(/\{\w+\}/, encodeURIComponent(id)), method };
  });
}

/** Types of the events that webhooks carry. */
export const eventTypes = (): string[] => Object.keys(described.value.value?.webhooks ?? {});

/** The title of a pane that uses the API of the sandbox. */
export function AppPaneHeader({ title }: { title: string }) {
  return (
    <header class="line">
      <h2>{title}</h2>
      <span class="soft">What you do here is a request of the API: it is in the journal, and rules apply to it.</span>
    </header>
  );
}

interface ServedProps {
  readonly domain: string;
  /** An operation of it. */
  readonly operation: string;
  readonly children: ComponentChildren;
}

/** What is shown where the server serves a domain, below what the document says of it; else, how it is made to. */
export function Served({ domain, operation, children }: ServedProps) {
  useEffect(() => void readDocument(), []);
  const document = described.value.value;
  if (document === undefined) return <p class="soft">{described.error.value ?? 'Reading what the server serves…'}</p>;
  if (pathOf(document, `${domain}.${operation}`) === '') {
    return (
      <p class="empty">
        The server does not serve the domain {domain}. Start it with <code>--with {domain}</code>, or do not leave it
        out with <code>--without</code>.
      </p>
    );
  }
  return (
    <>
      <p class="soft">{document.tags?.find(({ name }) => name === domain)?.description?.replaceAll('`', '')}</p>
      {children}
    </>
  );
}
