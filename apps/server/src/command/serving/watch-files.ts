/** Watches files, however they are changed: written, replaced, removed and made again, or swapped behind a link. */
import { stat } from 'node:fs/promises';

/**
 * How often files are looked at, in ms. A notice of the system is about one file or folder, and says nothing of what takes
 * its place, nor of a folder further up that a link leads through; shared folders have none at all.
 */
const LOOK_MS = 100;

/** Files that are watched. */
export interface WatchedFiles {
  /** Watches others instead. */
  readonly replace: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** What is at a path, links followed: another text where anything about it has changed. */
async function stateOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/**
 * Watches files, of which some may not be there yet. Once it settles, no change is missed.
 *
 * @param onChange called with the paths of those that were written, made or removed, once they stay as they are
 */
export async function watchFiles(
  paths: readonly string[],
  onChange: (changed: readonly string[]) => void,
): Promise<WatchedFiles> {
  const states = new Map<string, string>();
  const changed = new Set<string>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    let isMoving = false;
    await Promise.all(
      Array.from(states, async ([path, before]) => {
        const now = await stateOf(path);
        if (now === before || !states.has(path)) return;
        states.set(path, now);
        changed.add(path);
        isMoving = true;
      }),
    );
    if (isMoving || changed.size === 0 || isClosed) return;
    const all = [...changed];
    changed.clear();
    onChange(all);
  };
  const lookAgain = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look().finally(lookAgain);
    }, LOOK_MS);
  };
  const watchAll = async (added: readonly string[]): Promise<void> => {
    await Promise.all(added.map(async (path) => states.set(path, await stateOf(path))));
  };

  await watchAll(paths);
  lookAgain();
  return {
    replace: (others) => {
      const wanted = new Set(others);
      for (const path of states.keys()) if (!wanted.has(path)) states.delete(path);
      void watchAll([...wanted].filter((path) => !states.has(path)));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
