/** The control API: its handlers over the registry of sandboxes. */
import { contract, type JournalEntry } from '@understudy/contract';
import { controlDomain, type ControlFacts } from '../../call/control-domain.js';
import { persistently } from '../../state/commit/persistently.js';
import type { Sandbox } from '../../state/registry/sandbox.js';
import { UnreadableState } from '../../state/model/unreadable-state.js';
import { describe, describeListed } from './describe.js';
import { sandboxExamples } from './examples.js';
import { putSandbox } from './put-sandbox.js';
import { setClock } from './set-clock.js';
import { exportSnapshot, restoreSnapshot } from './snapshot.js';

type Named = ControlFacts<{ readonly name: string }>;

/** Refuses to control the sandbox that everyone shares, where everyone can reach the server. */
function checkAccess({ input, services }: Named): void {
  if (input.name === services.registry.default.name) services.access.checkShared('controlling the default sandbox');
}

/** The sandbox that a call names; every name has one, whether or not anything is kept of it. */
async function named(facts: Named): Promise<Sandbox> {
  checkAccess(facts);
  const sandbox = await facts.services.registry.open(facts.input.name);
  await sandbox.refresh();
  return sandbox;
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
export const sandboxes = controlDomain(
  contract.sandboxes,
  {
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

    getSandbox: async (facts) => {
      checkAccess(facts);
      const { registry } = facts.services;
      const { name } = facts.input;
      return describe((await registry.overview(name)) ?? registry.unwritten(name), facts);
    },

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

    getSnapshot: async (facts) => exportSnapshot(await named(facts)),

    restoreSnapshot: async (facts) => {
      checkAccess(facts);
      const sandbox = await restoreSnapshot(facts);
      facts.services.deliveries.poke(sandbox);
      return [describe(sandbox, facts)];
    },

    listRequests: async (facts) => {
      const { method, path, status, since } = facts.input;
      const { journal } = await named(facts);
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
  },
  sandboxExamples,
);
