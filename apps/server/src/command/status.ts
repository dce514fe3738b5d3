/** `understudy status`: whether a server is up, and what it is. */
import { readOptions } from '../options/options.js';
import { jsonOption, sandboxOption, serverOptions } from '../options/commands.js';
import { writeWhole } from './write-whole.js';
import { columns, paintFor, plain } from './terminal.js';
import type { Command } from './command.js';
import { FAILED } from './failure.js';
import { memberOf, splitOperands, type Target, targetOf } from './remote-server.js';

const options = { ...sandboxOption, ...jsonOption, ...serverOptions };

/** What is known of a server. */
async function statusOf({ server, sandbox, path }: Target) {
  const [ready, found] = await Promise.all([server.try('/readyz'), server.try(path)]);
  const isReady = ready.status === 200;
  const state = found.status === 200 ? memberOf(found.body, 'data') : undefined;
  return {
    url: server.url,
    version: server.health.version,
    api_version: server.health.apiVersion,
    store: isReady ? plain(memberOf(ready.body, 'store')) : null,
    ready: isReady,
    sandbox,
    clock: memberOf(state, 'clock') ?? null,
    seed: memberOf(state, 'seed') ?? null,
    revision: memberOf(state, 'revision') ?? null,
    /** Why nothing is known of the sandbox. */
    hidden: state === undefined ? plain(memberOf(found.body, 'detail') ?? `status ${found.status}`) : null,
  };
}

type Status = Awaited<ReturnType<typeof statusOf>>;

function lines({ store, ready, sandbox, clock, seed, revision, hidden }: Status): string[] {
  const known = [
    ['clock', `${plain(memberOf(clock, 'mode'))}, ${plain(memberOf(clock, 'now'))}`],
    ['seed', plain(seed)],
    ['revision', plain(revision)],
  ];
  return columns([
    ['store', ready ? (store ?? '') : 'it cannot be used at the moment'],
    ['sandbox', sandbox],
    ...(hidden === null ? known : [['clock', `unknown: ${hidden}`]]),
  ]).map((line) => `  ${line}`);
}

/** `understudy status`. */
export const command: Command = {
  options: () => options,
  run: async (given, { isTerminal, environment, write }) => {
    const values = readOptions(options, given);
    const status = await statusOf(await targetOf(splitOperands(given.operands).url ?? given.operands[0], values));
    const paint = paintFor(isTerminal, environment);
    const { url, version, api_version: apiVersion, ready } = status;
    const head = `Understudy ${version} (API ${apiVersion}) at ${url} is ${ready ? paint('good', 'up') : paint('error', 'not ready')}`;
    const text = values.json ? JSON.stringify(status, undefined, 2) : [head, ...lines(status)].join('\n');
    writeWhole(write)(`${text}\n`);
    return ready ? 0 : FAILED;
  },
};
