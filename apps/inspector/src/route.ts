/** Which pane is shown, and of what: the hash of the address, such as `#requests/12`. */
import { computed, effect, signal } from '@preact/signals';
import { selected } from './journal.js';

/** The panes, in the order of their tabs. */
export const panes = {
  requests: 'Requests',
  timeline: 'Timeline',
  faults: 'Faults',
  conduct: 'Conduct',
  data: 'Data',
  clock: 'Clock',
  webhooks: 'Webhooks',
  tokens: 'Tokens',
  sandboxes: 'Sandboxes',
} as const;

/** Name of a pane. */
export type PaneName = keyof typeof panes;

const hash = signal(location.hash);

/** The pane that is shown. */
export const pane = computed((): PaneName => {
  const [name = ''] = hash.value.slice(1).split('/');
  return Object.hasOwn(panes, name) ? (name as PaneName) : 'requests';
});

/** Shows a pane. */
export function show(name: PaneName): void {
  location.hash = name;
}

/** Shows a request. */
export function showRequest(sequence: number): void {
  selected.value = sequence;
  location.hash = `requests/${sequence}`;
}

function read(): void {
  hash.value = location.hash;
  const [, sequence] = /^#requests\/(\d+)$/.exec(location.hash) ?? [];
  if (sequence !== undefined) selected.value = Number(sequence);
}

/** Follows the address, and has it name the request that is selected. */
export function followAddress(): void {
  read();
  addEventListener('hashchange', read);
  effect(() => {
    const sequence = selected.value;
    if (pane.value !== 'requests') return;
    const wanted = sequence === undefined ? '#requests' : `#requests/${sequence}`;
    // Each row that one passes is no step back.
    if (location.hash !== wanted && (location.hash !== '' || sequence !== undefined))
      history.replaceState(null, '', wanted);
  });
}
