/** The parts of a release but the upload, one after another, and what each finds wrong. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packPackages } from '../pack-packages.mjs';
import { root, run } from '../run.mjs';
import { billOfMaterials } from './bill-of-materials.mjs';
import { checkFiles } from './check-files.mjs';
import { checkLicences } from './check-licences.mjs';
import { checkVersions } from './check-versions.mjs';
import { entriesOf } from './entries.mjs';
import { checkFirstTests } from './first-tests.mjs';
import { checkInstalls } from './installs.mjs';
import { notesOf } from './places.mjs';

const options = { tag: { type: 'string' }, out: { type: 'string' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const folder = mkdtempSync(join(tmpdir(), 'understudy-release-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'));
/** @type {{ name: string, filename: string, at: string }[]} */
const packages = [];
let bill;

/** The parts, each with what it finds wrong. */
const parts = {
  versions: () => checkVersions(values),
  files: () => packages.flatMap(checkFiles),
  // With npm, and the packages in use: what check:package does.
  types: () => faultOf('node scripts/check-package.mjs'),
  licences: async () => {
    const { wrong, components, text } = await billOfMaterials({ folder, version, packages });
    bill = text;
    console.log(`        ${components.length} components`);
    return [...wrong, ...checkLicences(components)];
  },
  installs: () => {
    const entries = packages.flatMap(({ at }) => entriesOf(at));
    return checkInstalls({ folder, version, packages, entries, msw: devDependencies.msw });
  },
  init: () => checkFirstTests({ folder, packages }),
};

const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(' or ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const wanted = Object.keys(parts).filter((name) => positionals.length === 0 || positionals.includes(name));
if (wanted.some((name) => name !== 'versions' && name !== 'types')) await pack();

let failed = 0;
for (const name of wanted) {
  const begun = performance.now();
  const wrong = await parts[name]();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${wrong.length === 0 ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s`);
  for (const line of wrong) console.log(line.replace(/^/gm, '        '));
  failed += Number(wrong.length > 0);
}
if (failed === 0 && values.out !== undefined) keep(values.out);
const of = wanted.length === Object.keys(parts).length ? version : `${wanted.join(', ')} of ${version}`;
console.log(failed === 0 ? `\nReady: ${of}.` : `\nNot ready: ${failed} of ${wanted.length} parts failed.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Packs, and unpacks to look in. */
async function pack() {
  for (const { name, filename } of await packPackages(folder)) {
    const at = join(folder, 'unpacked', name.split('/')[1]);
    mkdirSync(at, { recursive: true });
    const [fault] = await faultOf(`tar -xzf "${basename(filename)}" -C "${at}"`, folder);
    if (fault !== undefined) throw new Error(fault);
    packages.push({ name, filename, at: join(at, 'package') });
  }
}

async function faultOf(command, cwd = root) {
  const { ok, output } = await run(command, { cwd });
  return ok ? [] : [output.trim()];
}

/** What is uploaded is what was checked. */
function keep(out) {
  mkdirSync(out, { recursive: true });
  for (const { filename } of packages) copyFileSync(filename, join(out, basename(filename)));
  writeFileSync(join(out, 'notes.md'), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version));
  if (bill !== undefined) writeFileSync(join(out, `understudy-${version}.cdx.json`), bill);
}
