/** Loads the files that users write: TypeScript and JavaScript, in any folder, with modules of the server's own. */

type ModuleCache = Record<string, unknown>;

/** What a file may import of the server, by specifier. */
export type OwnModules = Readonly<Record<string, unknown>>;

/** The files that were loaded, without those of packages, and what each is cached as. */
const loaded = new Map<string, ModuleCache>();

const isPackage = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path);

/** Loads a file; its default is a member of what it gives. */
export async function loadModule(path: string, virtualModules: OwnModules): Promise<unknown> {
  // Loaded only where somebody brings a file: the compiler takes longer than the start of the server.
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    // Nothing is written beside the user's files.
    fsCache: false,
    interopDefault: false,
    virtualModules: { ...virtualModules },
  });
  const before = new Set(Object.keys(jiti.cache));
  try {
    return await jiti.import(path);
  } finally {
    const files = Object.keys(jiti.cache).filter((file) => !before.has(file) && !isPackage(file));
    for (const file of [path, ...files]) loaded.set(file, jiti.cache);
  }
}

/** The files that were loaded, with those that they import; a package is none of the user's. */
export const loadedFiles = (): readonly string[] => [...loaded.keys()];

/** Has every file loaded anew when it is next asked for. */
export function forgetModules(): void {
  for (const [file, cache] of loaded) delete cache[file];
}
