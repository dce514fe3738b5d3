/** Whether a package holds what it should, and nothing else: by names, by what its manifest names, and by what imports what. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { contents } from './contents.mjs';

await init;

/** Relative imports of a declaration, which the lexer of modules does not read. */
const IN_TYPES = /(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"'\s]+)["']/g;

/** Files that one of CommonJS loads, at once or later, as esbuild writes it; an example in a message has other quotes. */
const IN_COMMONJS = /\b(?:require|import)\(\s*"(\.{1,2}\/[^"'\s]+)"\s*\)/g;

/** Files that the manifest names: entries, in all their conditions, and commands. */
function namedIn({ exports, bin }) {
  const leaves = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves));
  return [...leaves(exports), ...leaves(bin)].map((path) => posix.normalize(path));
}

/** Files that a name of the manifest stands for; a pattern stands for many. */
function filesFor(name, files) {
  if (!name.includes('*')) return [name];
  const [before, after] = name.split('*');
  return files.filter((file) => file.startsWith(before) && file.endsWith(after));
}

/** Each file that an import of another one names, as it stands in the package. */
function importedBy(file, text) {
  if (file.endsWith('.d.ts')) {
    const paths = Array.from(text.matchAll(IN_TYPES), ([, path]) => path);
    return paths.map((path) => posix.join(dirname(file), path.replace(/\.js$/, '.d.ts')));
  }
  if (file.endsWith('.cjs')) {
    return Array.from(text.matchAll(IN_COMMONJS), ([, path]) => posix.join(dirname(file), path));
  }
  if (!file.endsWith('.js')) return [];
  const [imports] = parse(text);
  const paths = imports.flatMap(({ n }) => (n?.startsWith('.') ? [n] : []));
  return paths.map((path) => posix.join(dirname(file), path));
}

/** The other file of a module that is compiled one by one. */
function partnerOf(file) {
  return file.endsWith('.d.ts') ? file.replace(/\.d\.ts$/, '.js') : file.replace(/\.js$/, '.d.ts');
}

/**
 * @param {{ name: string, at: string }} unpacked a package, and the folder that it was unpacked in
 * @returns {string[]} what is wrong
 */
export function checkFiles({ name, at }) {
  const rule = contents[name];
  if (rule === undefined) return [`${name} has no line in scripts/release/contents.mjs`];
  const files = readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.normalize(
        join(entry.parentPath, entry.name)
          .slice(at.length + 1)
          .replaceAll('\\', '/'),
      ),
    );
  const there = new Set(files);
  const text = (file) => readFileSync(join(at, file), 'utf8');
  const named = namedIn(JSON.parse(text('package.json'))).flatMap((one) => filesFor(one, files));
  const missing = new Set([...rule.required, ...named].filter((file) => !there.has(file)));

  const reached = new Set();
  const follow = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const target of importedBy(file, text(file))) {
      if (there.has(target)) follow(target);
      else missing.add(`${target}, which ${file} imports`);
    }
    if (rule.inPairs && there.has(partnerOf(file))) follow(partnerOf(file));
  };
  for (const file of named) if (there.has(file)) follow(file);

  const isWanted = (file) => rule.required.includes(file) || rule.allowed.some((pattern) => pattern.test(file));
  const isReached = (file) => rule.required.includes(file) || reached.has(file);
  const stray = files.filter((file) => !isWanted(file) || !isReached(file));
  return [
    ...Array.from(missing, (file) => `${name} lacks ${file}`),
    ...stray.map((file) => `${name} holds ${file}, which nothing leads to`),
  ];
}
