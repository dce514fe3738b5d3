/** Clients that Debian has packages of, in other languages than JavaScript. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, spawnListener } from '../../../../tooling/src/server/index.mjs';
import { folder } from '../packages.mjs';

const pathOf = (program) => fileURLToPath(new URL(`../debian/${program}`, import.meta.url));

/** The upstream version of an installed package; undefined where it is not. */
export function debianVersion({ package: name }) {
  try {
    const version = execFileSync('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Version}', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^installed (?:\d+:)?([^-+]+)/.exec(version)?.[1];
  } catch {
    return undefined;
  }
}

/** What is missing for a client; nothing where all of it is installed. */
export function lacksPackages({ package: name, needs = [] }) {
  const missing = [name, ...needs].filter((one) => debianVersion({ package: one }) === undefined);
  return missing.length === 0 ? undefined : `apt-get install ${missing.join(' ')}`;
}

/** @type {import('./index.mjs').Start} */
export async function startPython({ program }, env) {
  const app = await spawnListener([pathOf(program)], { program: '/usr/bin/python3', env });
  return { origin: app.origin, output: app.output, stop: () => app.stop('SIGKILL') };
}

/** What Go compiles with: the sources that Debian's packages have installed, and no others. */
const GO = {
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
  GOCACHE: join(folder, 'go'),
  GOFLAGS: '',
  CGO_ENABLED: '0',
};

/** @type {import('./index.mjs').Start} */
export async function startGo({ program }, env) {
  const binary = join(folder, 'go', program.replace('.go', ''));
  mkdirSync(join(folder, 'go'), { recursive: true });
  const { code, stderr } = await runProgram(['go', 'build', '-o', binary, pathOf(program)], { env: GO });
  if (code !== 0) throw new Error(`it does not compile: ${stderr}`);
  const app = await spawnListener([], { program: binary, env });
  return { origin: app.origin, output: app.output, stop: () => app.stop('SIGKILL') };
}
