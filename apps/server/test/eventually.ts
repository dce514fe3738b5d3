/** Waits in real time for what no clock can bring about: the end of a socket, a process, a turn of the event loop. */
import { patient } from '@understudy/tooling/patience';
import { vi } from 'vitest';

/** Tries until it throws no more, for as long as a slow machine may take. */
export const eventually = <Value>(attempt: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(attempt, { timeout: patient(10_000), interval: 5 });
