/** The state of the sandbox as the control API exports it: asking the API itself would be a request of the journal. */
import type { Snapshot } from '@understudy/client';
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, attempt } from './api.js';
import { version } from './journal.js';
import { sandbox } from './place.js';
import { resource } from './resource.js';

/** Time between two reads while no request comes, in s: deliveries and the clock change the state too. */
const READ_S = 5;

/** The state. */
export const state = resource(() => api.value.sandboxes.getSnapshot({ name: sandbox }));

/** Changes the state, and shows it as it is then. */
export async function changeState<Result>(work: () => Promise<Result>, done?: string): Promise<Result | undefined> {
  const result = await attempt(work, done);
  await state.reload();
  return result;
}

/** A record that differs from the seeded ones. */
export type StateRecord = Snapshot['records'][number];

/** The records of a collection that were written and not removed. */
export const written = <Value>(collection: string): Value[] =>
  (state.value.value?.records ?? []).flatMap((record) =>
    record.collection === collection && record.value !== 'removed' ? [record.value as Value] : [],
  );

/** What became of a seeded record. */
export function change({ order, value }: StateRecord): 'created' | 'changed' | 'removed' {
  if (value === 'removed') return 'removed';
  return order === null ? 'changed' : 'created';
}

/** The same of a record by its id; undefined where it is as it was seeded. */
export function markOf(collection: string, id: string): string | undefined {
  const found = state.value.value?.records.find((record) => record.collection === collection && record.id === id);
  return found && change(found);
}

/** Reads the state again with each request, and from time to time, while a component is shown. */
export function useSandboxState(): void {
  useEffect(() => {
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      // What is under way is soon over.
      const isPending = written<{ state?: string }>('webhook_deliveries').some(
        (of) => (of.state ?? 'again') === 'again',
      );
      if (seconds % READ_S === 0 || isPending) state.refresh();
    }, 1000);
    const end = effect(() => {
      void version.value;
      state.refresh();
    });
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
}
