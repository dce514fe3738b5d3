/** Modules that are loaded when they are first needed: a server that runs for long has them all soon after its start. */

/** Loads a module. */
type Load<Module> = () => Promise<Module>;

const all = new Set<Load<unknown>>();

/** A module that is loaded when it is first needed, or with the others. */
export function loadedLater<Module>(load: Load<Module>): Load<Module> {
  all.add(load);
  return load;
}

/**
 * Loads what was not needed so far. Node remembers for ever that a module could not be loaded: whatever keeps a file from
 * being read later, such as descriptors that have run out, or an update that has replaced it, then does no harm.
 */
export async function loadAll(): Promise<void> {
  for (const load of all) await load();
}
