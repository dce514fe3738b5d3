/** What each test of a file opens for itself. */
import { afterEach } from 'vitest';

/** Something that is open until it is closed. */
interface Open {
  readonly close: () => unknown;
}

/** Closes after each test what the test has opened by it, the last first. */
export function useCleanup(): <Opened extends Open>(opened: Opened) => Opened {
  const all: Open[] = [];
  afterEach(async () => {
    for (const one of all.splice(0).toReversed()) await one.close();
  });
  return (opened) => {
    all.push(opened);
    return opened;
  };
}
