/** Brings a clone to the point where it can run: installed and built, doing only what is missing. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const stamp = join(root, 'node_modules', '.understudy-install');

/** @param {{ filter?: string, task?: string }} [options] the one package to build with what it needs, all without it; and what builds it */
export async function bootstrap({ filter, task = 'build' } = {}) {
  await install();
  const only = filter ? ` --filter=${filter}` : '';
  await step(undefined, { command: `turbo run ${task}${only} --output-logs=new-only` });
}

/** Installs what the lockfile names, where that has not been done. */
export async function install() {
  const wanted = fingerprint();
  if (!installed(wanted)) {
    const first = existsSync(stamp) ? 'dependencies changed' : 'first start only';
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const hint = `If package.json was edited: npx ${packageManager} install`;
    await step(`Installing dependencies (${first})…`, {
      command: `npx -y ${packageManager} install --frozen-lockfile`,
      hint,
    });
    writeFileSync(stamp, wanted);
  }
}

async function step(label, { command, hint = '' }) {
  if (label) console.error(label);
  const { ok, code, output } = await run(command);
  if (ok) return;
  console.error(`${output}\nThis failed: ${command}\n${hint}`.trim());
  process.exit(code);
}

function installed(wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** What an install depends on: the lockfile, the workspace, every manifest, and the platform. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests()]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function manifests() {
  const folders = ['packages', 'apps', 'examples'].filter((name) => existsSync(join(root, name)));
  const packages = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  );
  return [...packages, 'bench/package.json', 'tooling/package.json']
    .filter((file) => existsSync(join(root, file)))
    .toSorted();
}
