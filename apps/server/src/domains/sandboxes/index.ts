/** The control API: its handlers over the registry of sandboxes. */
import { contract, type JournalEntry } from '@understudy/contract';
import { controlDomain, type ControlFacts } from '../../call/control-domain.js';
import { ProblemError } from '../../kit/problem-error.js';
import { persistently } from '../../state/persistently.js';
import type { Overview } from '../../state/overview.js';
import type { Sandbox } from '../../state/sandbox.js';
import { UnreadableState } from '../../state/unreadable-state.js';
import { describe, describeListed } from './describe.js';
import { putSandbox } from './put-sandbox.js';
import { setClock } from './set-clock.js';
import { exportSnapshot, restoreSnapshot } from './snapshot.js';

type Named = ControlFacts<{ readonly name: string }>;

/** Refuses to control the sandbox that everyone shares, where everyone can reach the server. */
function checkAccess({ input, services }: Named): void {
  if (input.name === services.registry.default.name) services.access.checkShared('controlling the default sandbox');
}

function unknown(name: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `there is no sandbox ${JSON.stringify(name)}; it comes into being when it is first written to, or configured`,
    errors: [{ parameter: 'name', code: 'not_found', detail: 'must be a sandbox that was written to or configured' }],
  });
}

/** The sandbox that a call names, which must have come into being. */
async function existing(facts: Named): Promise<Sandbox> {
  checkAccess(facts);
  const { name } = facts.input;
  const found = await facts.services.registry.find(name);
  if (found === undefined) throw unknown(name);
  await found.refresh();
  return found;
}

/** What is told of the sandbox that a call names, which must have come into being, but need not be read. */
async function overviewFor(facts: Named): Promise<Overview> {
  checkAccess(facts);
  const { name } = facts.input;
  const found = await facts.services.registry.overview(name);
  if (found === undefined) throw unknown(name);
  return found;
}

/** Takes a failure to read a sandbox for nothing that could be told of it. */
function nothingReadable(failure: unknown): undefined {
  if (!(failure instanceof UnreadableState)) throw failure;
}

/** Whether a path is the wanted one, or begins like it where that ends with a star. */
function isPath(path: string, wanted: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

/** Handlers of the control API. */
export const sandboxes = controlDomain(contract.sandboxes, {
  listSandboxes: async (facts) => {
    facts.services.access.checkShared('listing all sandboxes');
    const all = await facts.services.registry.list();
    return { entries: all.map((listed) => ({ position: listed.order, item: describeListed(listed, facts) })) };
  },

  putSandbox: async (facts) => {
    checkAccess(facts);
    const sandbox = await putSandbox(facts);
    // A copy has the deliveries of its source, and another clock may make some due.
    facts.services.deliveries.poke(sandbox);
    return [describe(sandbox, facts)];
  },

  getSandbox: async (facts) => describe(await overviewFor(facts), facts),

  deleteSandbox: async (facts) => {
    checkAccess(facts);
    const { registry } = facts.services;
    const { name } = facts.input;
    const found = await registry.overview(name).catch(nothingReadable);
    // Also where it holds nothing, its journal goes.
    await registry.discard(name);
    return found === undefined ? [] : [describe(found, facts)];
  },

  resetSandbox: async (facts) => {
    checkAccess(facts);
    const sandbox = await facts.services.registry.open(facts.input.name);
    await sandbox.exclusively(() =>
      persistently(async () => {
        await sandbox.refresh();
        return sandbox.replace(sandbox.config, 0, []);
      }),
    );
    return [describe(sandbox, facts)];
  },

  setClock: async (facts) => {
    checkAccess(facts);
    return [await setClock(facts)];
  },

  getSnapshot: async (facts) => exportSnapshot(await existing(facts)),

  restoreSnapshot: async (facts) => {
    checkAccess(facts);
    const sandbox = await restoreSnapshot(facts);
    facts.services.deliveries.poke(sandbox);
    return [describe(sandbox, facts)];
  },

  listRequests: async (facts) => {
    const { method, path, status, since } = facts.input;
    checkAccess(facts);
    // Whoever only reads leaves requests as well, in a sandbox that has not come into being.
    const sandbox = await facts.services.registry.open(facts.input.name);
    await sandbox.refresh();
    const { journal } = sandbox;
    const isWanted = (entry: JournalEntry): boolean =>
      (method === undefined || entry.method === method.toUpperCase()) &&
      (path === undefined || isPath(entry.path, path)) &&
      (status === undefined || entry.status === status) &&
      (since === undefined || entry.sequence > since);
    const entries = journal.entries().filter(isWanted);
    return {
      entries: entries.map((item) => ({ position: item.sequence, item })),
      meta: { dropped: journal.dropped },
    };
  },
});
