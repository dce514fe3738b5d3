/** An esbuild plugin: what is imported of the contract comes from the file that says it, so that a start loads no more. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const IMPORT = /^import \{([^}]*)\} from '@understudy\/contract\/([\w-]+)';$/gm;

const ALL_OF = /^export \* from '(\.[^']+)';$/gm;

const SOME_OF = /^export \{([^}]*)\} from '(\.[^']+)';$/gm;

const OWN = /^export (?:const|let|function\*?|async function\*?|class) (\w+)/gm;

const listed = (names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The files that say the names which a file exports; types are not among them. */
function namesOf(file, found = new Map()) {
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(ALL_OF)) namesOf(resolve(dirname(file), path), found);
  for (const [, names, path] of text.matchAll(SOME_OF)) {
    const below = namesOf(resolve(dirname(file), path));
    for (const name of listed(names)) if (below.has(name)) found.set(name, below.get(name));
  }
  for (const [, name] of text.matchAll(OWN)) found.set(name, file);
  return found;
}

const contract = realpathSync(fileURLToPath(new URL('../node_modules/@understudy/contract', import.meta.url)));

/** @type {import('esbuild').Plugin} */
export const leafImports = {
  name: 'leaf-imports',
  setup(build) {
    const known = new Map();
    const filesOf = (part) => {
      if (!known.has(part)) known.set(part, namesOf(join(contract, 'dist', part, 'index.js')));
      return known.get(part);
    };
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(IMPORT, (whole, names, part) => {
        if (!existsSync(join(contract, 'dist', part, 'index.js'))) return whole;
        const files = filesOf(part);
        const values = listed(names).filter((name) => !name.startsWith('type '));
        // On one line, so that all that follows stays on its own.
        return (
          values
            .map((value) => {
              const file = files.get(value.split(' as ')[0]);
              if (file === undefined) throw new Error(`${path} imports ${value}, which the contract does not say`);
              return `import { ${value} } from ${JSON.stringify(file)};`;
            })
            .join(' ') + '\n'.repeat(whole.split('\n').length - 1)
        );
      });
      return { contents, loader: 'ts' };
    });
  },
};
