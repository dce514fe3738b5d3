/** Watches files, however editors write them. */
import { once } from 'node:events';
import { watch } from 'chokidar';

/** How long a file must stay as it is until it counts as written, in ms. */
const SETTLED_MS = 60;

/** Files that are watched. */
export interface WatchedFiles {
  /** Watches others instead. */
  readonly replace: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/**
 * Watches files, of which some may not be there yet. Once it settles, no change is missed.
 *
 * @param onChange called with the paths of those that were written, made or removed, together where they are close
 */
export async function watchFiles(
  paths: readonly string[],
  onChange: (changed: readonly string[]) => void,
): Promise<WatchedFiles> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...paths], { ignoreInitial: true });
  watcher.on('all', (_, path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...changed];
      changed.clear();
      onChange(all);
    }, SETTLED_MS);
  });
  await once(watcher, 'ready');
  let known = new Set(paths);
  return {
    replace: (others) => {
      const wanted = new Set(others);
      watcher.unwatch([...known].filter((path) => !wanted.has(path)));
      watcher.add([...wanted].filter((path) => !known.has(path)));
      known = wanted;
    },
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
