/** Puts what every start loads into one script, of which V8 can keep the compiled code, instead of some eighty modules. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { loadedWith } from './loaded-with.mjs';

/** A part of Node that the script asks for. */
const BUILTIN = /\brequire\("(node:[\w/]+)"\)/g;

/** What a module imports of another, and where it loads one later, as esbuild writes them. */
const IMPORT = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]+)";/g;
const LATER = /\bimport\(\s*"([^"]+)"\s*\)/g;

/** An esbuild plugin: the script holds the parts; all else is loaded from where it is. */
const holding = (parts) => ({
  name: 'holding',
  setup(script) {
    script.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      return parts.has(file) ? { path: file } : { path, external: true };
    });
  },
});

/** The text of a module that asks the script for what it has imported of parts. */
function asking(text, { file, parts, script, imports }) {
  const folder = dirname(file);
  const partOf = (path) => (parts.has(resolve(folder, path)) ? `script["${basename(path)}"]()` : undefined);
  let replaced = 0;
  const replace = (whole, path, write) => {
    const part = partOf(path);
    if (part === undefined) return whole;
    replaced += 1;
    return write(part);
  };
  const changed = text
    .replace(IMPORT, (whole, members, path) =>
      // One that names nothing is there for the order alone, in which every part looks after itself.
      replace(whole, path, (part) => (members === undefined ? '' : `var{${members.replace(/\sas\s/g, ':')}}=${part};`)),
    )
    .replace(LATER, (whole, path) => replace(whole, path, (part) => `Promise.resolve().then(()=>${part})`));
  const wanted = imports.filter(({ path }) => parts.has(path)).length;
  // A new release of esbuild may write them in another way.
  if (replaced !== wanted) throw new Error(`${file} imports ${wanted} parts, of which ${replaced} were found`);
  if (replaced === 0) return text;
  const [, head = '', rest] = /^(#!.*\n)?([\s\S]*)$/.exec(changed);
  const path = relative(folder, script);
  return `${head}import script from"${path.startsWith('.') ? path : `./${path}`}";${rest}`;
}

/** A bundle of modules knows no file name. */
const OWN_URL = `const ownUrl=typeof __filename==="string"?process.getBuiltinModule("node:url").pathToFileURL(__filename).href:"file:///";`;

/** Builds one file of CommonJS, named for what is in it; gives its name. */
async function writeCommonJs(name, { change = (text) => text, ...options }) {
  const { outputFiles } = await build({
    ...options,
    format: 'cjs',
    splitting: false,
    metafile: false,
    outExtension: { '.js': '.cjs' },
    entryNames: `${name}-[hash]`,
    define: { ...options.define, 'import.meta.url': 'ownUrl' },
    write: false,
  });
  const [{ path, text }] = outputFiles;
  const changed = change(text)
    .replace(BUILTIN, 'process.getBuiltinModule("$1")')
    // In patterns and tagged templates esbuild leaves them, where this means the same: nobody looks at the raw text.
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const required = /\brequire\("[^.].*?\)/.exec(changed);
  if (required !== null) throw new Error(`${path} has ${required[0]}, which is in no bundle of modules`);
  writeFileSync(path, changed);
  return basename(path);
}

/** Writes the script: a function that is given what loads the modules, and gives a function for each part. */
async function writeScript(shared, { folder, parts }) {
  const later = new Set();
  const names = [...parts.keys()].map((file) => basename(file));
  const functions = names.map((name) => `'${name}': () => require('./${name}'),`);
  const file = await writeCommonJs('start', {
    ...shared,
    stdin: { contents: `module.exports = {\n${functions.join('\n')}\n};`, resolveDir: folder, sourcefile: 'start.js' },
    outdir: folder,
    plugins: [holding(parts)],
    banner: { js: `"use strict";module.exports=(function(__later){const module={};${OWN_URL}` },
    footer: { js: 'return module.exports});' },
    // V8 keeps the code of a script that loads no modules by itself.
    change: (text) =>
      text.replace(LATER, (_, path) => {
        later.add(path);
        return `__later["${path}"]()`;
      }),
  });
  return { file, later: [...later] };
}

/** Writes what loads the script, with its kept code or, where that cannot be, as any file of CommonJS. */
async function writeLoader(shared, { folder, script }) {
  const modules = script.later.map((path) => `'${path}': () => import('${path}'),`);
  return writeCommonJs('load', {
    ...shared,
    stdin: {
      contents: `import { join } from 'node:path';
        import { runKept } from './scripts/run-kept.mjs';
        const kept = typeof __dirname === 'string' ? runKept(join(__dirname, '${script.file}'), join(__dirname, '../../.cache')) : undefined;
        module.exports = (kept ?? require('./${script.file}'))({\n${modules.join('\n')}\n});`,
      resolveDir: shared.absWorkingDir,
      sourcefile: 'load.js',
    },
    outdir: folder,
    plugins: [],
    external: [`./${script.file}`, ...script.later],
    banner: { js: '"use strict";' },
  });
}

/**
 * @param {object} job
 * @param {import('esbuild').BuildOptions} job.options how the modules were built
 * @param {import('esbuild').Metafile} job.metafile what they were built of
 * @param {string[]} job.starts the sources that a start loads
 */
export async function oneStart({ options: { entryPoints, outdir, ...shared }, metafile: { outputs }, starts }) {
  const folder = join(shared.absWorkingDir, outdir, 'chunks');
  const at = (output) => join(shared.absWorkingDir, output);
  const outputOf = (source) => Object.keys(outputs).find((output) => outputs[output].entryPoint === source);
  const loaded = new Set(starts.flatMap((source) => loadedWith(outputs, outputOf(source))));
  const isOwnFile = (output) => entryPoints.includes(outputs[output].entryPoint);
  const inScript = [...loaded].filter((output) => !isOwnFile(output));
  const parts = new Map(inScript.map((output) => [at(output), outputs[output].exports]));
  const script = await writeScript(shared, { folder, parts });
  const loader = await writeLoader(shared, { folder, script });
  for (const output of Object.keys(outputs).filter((one) => !inScript.includes(one))) {
    const imports = outputs[output].imports.map(({ path }) => ({ path: at(path) }));
    const module = { file: at(output), parts, script: join(folder, loader), imports };
    writeFileSync(at(output), asking(readFileSync(at(output), 'utf8'), module));
  }
  for (const file of parts.keys()) rmSync(file);
}
