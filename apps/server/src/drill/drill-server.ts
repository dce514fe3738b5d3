/** The server of a drill: it listens on a free port, and has a sandbox for each plan. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '../server/open-app.js';
import type { Api } from '../call/api.js';
import { createCaller } from '../server/caller.js';
import { serve } from '../transport/node.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import type { Settings } from '../options/options.js';
import type { SeenRequest, Trial } from './observed.js';
import type { Plan } from './plan.js';
import type { Journals } from '../journal/journals.js';

/** A journal. */
interface WholeJournal {
  readonly requests: readonly SeenRequest[];
  readonly isIncomplete: boolean;
}

/** Without headers and bodies, of which no report shows any. */
function seen(entry: SeenRequest): SeenRequest {
  const { sequence, received_at, duration_ms, operation, method, path, query, status, fault, ended } = entry;
  return { sequence, received_at, duration_ms, operation, method, path, query, status, fault, ended };
}

/** Reads the journal of a sandbox whole: once, and not by the pages of a list, of which each reads it anew. */
async function readJournal(journals: Pick<Journals, 'read'>, name: string): Promise<WholeJournal> {
  const { entries, incomplete } = await journals.read(name);
  return { requests: entries.map(({ entry }) => seen(entry())), isIncomplete: incomplete };
}

/** A server of a drill. */
export interface DrillServer {
  /** Makes the sandbox of a plan, with its rules. */
  readonly open: (plan: Plan) => Promise<Trial>;
  readonly close: () => Promise<void>;
}

/** Where it listens: a command of this machine reaches it, and nobody else does. */
const HOST = '127.0.0.1';

/** How long connections may take to close once the command and its children have ended, in ms. */
const SETTLE_MS = 2000;

/** How often it is looked whether they have, in ms. */
const LOOK_MS = 5;

/** Waits until no exchange is under way: one ends, in the journal too, with its connection. */
async function settled(connections: () => Promise<number>): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  while ((await connections()) > 0 && performance.now() < until) await sleep(LOOK_MS);
}

/** Starts the server of a drill. */
export async function startDrillServer(settings: Settings, api: Api): Promise<DrillServer> {
  const app = await openApp(settings, api, { sink: () => undefined, named: (field) => field });
  const listening = await serve(app.pipeline, { host: HOST, port: 0 });
  const origin = `http://${HOST}:${listening.port}`;
  const caller = createCaller((path, init) => app.pipeline.fetch(new Request(origin + path, init)), {});
  return {
    open: async ({ name: plan, rules }) => {
      const name = `drill-${plan}`;
      // As rules to begin with, which a client that resets the sandbox does not drop.
      await caller.sandboxes.putSandbox({ name, seed: settings.seed, clock: 'real', faults: [...rules] });
      return {
        baseUrl: origin + sandboxPath(name),
        observe: async () => {
          await settled(listening.connections);
          const journal = await readJournal(app.journals, name);
          // Who will ask no more has given up what it did not ask again.
          const { verdicts, dropped, incomplete } = await app.conduct.of(name, true);
          const isIncomplete = journal.isIncomplete || incomplete || dropped > 0;
          return { requests: journal.requests, verdicts: verdicts.map(({ verdict }) => verdict), isIncomplete };
        },
      };
    },
    close: async () => {
      await listening.close({ graceMs: 0 });
      await app.close();
    },
  };
}
