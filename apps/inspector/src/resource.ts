/** Something of the control API that is shown, and read again when it may have changed. */
import { type Signal, signal } from '@preact/signals';
import { isUnauthorized, messageOf } from './api.js';

/** Shortest time between two reads, in ms. */
const PAUSE_MS = 1000;

/** How many times as long as a read takes nothing is read after it: a server that is busy is left in peace. */
const REST = 10;

/** Something that is shown. */
export interface Resource<Value> {
  readonly value: Signal<Value | undefined>;
  readonly error: Signal<string | undefined>;
  /** Reads it again, at once or as soon as it may. */
  readonly refresh: () => void;
  /** Reads it now, whenever it was read last. */
  readonly reload: () => Promise<void>;
}

/** Makes a resource; it is first read when somebody asks for that. */
export function resource<Value>(load: () => Promise<Value>): Resource<Value> {
  const value = signal<Value | undefined>(undefined);
  const error = signal<string | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let next = 0;
  const reload = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    isBusy = true;
    const begun = performance.now();
    try {
      value.value = await load();
      error.value = undefined;
    } catch (thrown) {
      error.value = isUnauthorized(thrown) ? 'The server asks for a token.' : messageOf(thrown);
    }
    const ended = performance.now();
    next = ended + Math.max(PAUSE_MS, (ended - begun) * REST);
    isBusy = false;
  };
  const refresh = (): void => {
    if (timer !== undefined) return;
    // One that is under way may have read too early.
    const wait = isBusy ? PAUSE_MS : Math.max(0, next - performance.now());
    timer = setTimeout(() => void reload(), wait);
  };
  return { value, error, refresh, reload };
}
