/** The engine that builds and runs containers: docker where one answers, else podman, with a store of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../tooling/src/server/index.mjs';

/** Where podman keeps the images of this script, and what they are made from: they stand in for none of the user's. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'understudy-image');

/**
 * What podman needs on a machine without systemd, and where more may not be asked for than the process has: no limits
 * above those that there are, and a runtime that takes any arrangement of cgroups.
 */
const PODMAN = `[network]
network_backend = "netavark"
[containers]
default_ulimits = ["nofile=8192:8192", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** What podman says where there is no systemd to time its health checks; this script asks for them. */
const NO_TIMER = /^time=.*level=error msg="(?:unable to get systemd connection|Removing timer for container).*\n?/gm;

/** @returns {Promise<boolean>} whether a program runs and ends well */
async function answers(command) {
  return (await runProgram(command)).code === 0;
}

/** The settings of an engine: how it is called, and with what variables. */
async function findEngine() {
  if (await answers(['docker', 'info'])) return { name: 'docker', command: ['docker'], env: {} };
  if (!(await answers(['podman', '--version']))) return undefined;
  mkdirSync(cache, { recursive: true });
  const settings = join(cache, 'containers.conf');
  writeFileSync(settings, PODMAN);
  const command = ['podman', '--root', join(cache, 'storage'), '--runroot', join(cache, 'run')];
  return { name: 'podman', command, env: { CONTAINERS_CONF: settings } };
}

const found = await findEngine();

/** Its name; undefined where there is none. */
export const engineName = found?.name;

/** What it is called by, for programs that call it themselves, and the variables that it needs. */
export const engineCall = found;

/** Runs a command of the engine to its end, and gives how it ended. */
export async function tryEngine(parameters, options = {}) {
  if (found === undefined) throw new Error('there is neither docker nor podman');
  const ended = await runProgram([...found.command, ...parameters], {
    ...options,
    env: { ...found.env, ...options.env },
  });
  return { ...ended, stderr: ended.stderr.replace(NO_TIMER, '') };
}

/** Runs one that must succeed, and gives what it printed. */
export async function engine(parameters, options) {
  const { code, stdout, stderr } = await tryEngine(parameters, options);
  if (code !== 0) throw new Error(`${parameters.join(' ')}: ${(stderr || stdout).slice(-3000)}`);
  return stdout.trim();
}
