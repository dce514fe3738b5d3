/** Runs the plans of a drill, one after the other. */
import {
  calm,
  type DrillResult,
  failuresOf,
  isOver,
  type Plan,
  type PlanResult,
  type SeenRequest,
  type Threshold,
  type Trial,
} from './result.js';
import { type Baseline, type KnownFailures, knownAs } from './baseline.js';
import { runCommand, type RunOptions } from './process/run-command.js';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '../server/open-app.js';
import type { Api } from '../call/api.js';
import { createCaller } from '../server/understudy.js';
import { serve } from '../transport/node.js';
import { sandboxPath } from '../kit/sandbox-address.js';
import type { Settings } from '../options/options.js';
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
async function idle(connections: () => Promise<number>): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  while ((await connections()) > 0 && performance.now() < until) await sleep(LOOK_MS);
  // What came last is answered at the end of its turn.
  await nextTurn();
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
          await idle(listening.connections);
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

/** A drill to run. */
export interface Drill {
  readonly command: readonly string[];
  readonly plans: readonly Plan[];
  readonly seed: string;
  readonly threshold: Threshold;
  readonly baseline: Baseline;
  /** The environment of the command, without the address. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variables that the command finds the address in. */
  readonly variables: readonly string[];
  /** How long the command may run under a plan, in ms. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly onOutput?: RunOptions['onOutput'];
  readonly onPlan: (result: PlanResult) => void;
}

/** What came of a drill, and what a baseline of it has. */
export interface DrillRun {
  readonly result: DrillResult;
  readonly met: readonly KnownFailures[];
}

/** The environment of the command under a plan. */
function environmentOf({ environment, variables }: Drill, baseUrl: string) {
  return { ...environment, ...Object.fromEntries(variables.map((name) => [name, baseUrl])) };
}

async function runPlan(plan: Plan, server: DrillServer, drill: Drill) {
  const { threshold, baseline, limitMs } = drill;
  const { baseUrl, observe } = await server.open(plan);
  const beganAt = Date.now();
  const end = await runCommand(drill.command, {
    environment: environmentOf(drill, baseUrl),
    limitMs,
    signal: drill.signal,
    onOutput: drill.onOutput,
  });
  const observed = await observe();
  const judged = observed.verdicts.map((verdict) => {
    const known = knownAs(plan.name, verdict, observed);
    const isKnown = baseline.has(known);
    return { known, verdict: { ...verdict, isKnown, isOver: !isKnown && isOver(verdict, threshold) } };
  });
  const verdicts = judged.map(({ verdict }) => verdict);
  const fresh = verdicts.filter(({ isKnown }) => !isKnown);
  const failures = failuresOf({ plan: plan.name, end, observed, fresh, limitMs }, threshold);
  const result: PlanResult = { plan, beganAt, end, requests: observed.requests, verdicts, failures };
  return { result, met: judged.map(({ known }) => known) };
}

/** Whether the other plans would say nothing: what fails in the calm run does so without any fault. */
const isBroken = ({ plan, failures }: PlanResult): boolean =>
  plan.name === calm.name && failures.some(({ kind }) => kind !== 'verdicts');

/**
 * Runs the plans of a drill, one after the other.
 *
 * @throws {@link CommandNotRun} where the command is not there or not executable
 */
export async function runDrill(server: DrillServer, drill: Drill): Promise<DrillRun> {
  const { command, plans, seed, signal } = drill;
  const began = performance.now();
  const results: PlanResult[] = [];
  const met: KnownFailures[] = [];
  for (const plan of plans) {
    if (signal.aborted || results.some(isBroken)) break;
    const run = await runPlan(plan, server, drill);
    // Of a run that somebody stopped nothing can be said.
    if (signal.aborted) break;
    results.push(run.result);
    met.push(...run.met);
    drill.onPlan(run.result);
  }
  return {
    result: {
      command,
      seed,
      plans: results,
      skipped: plans.slice(results.length),
      stoppedBy: signal.aborted ? (signal.reason as NodeJS.Signals) : undefined,
      ms: performance.now() - began,
    },
    met,
  };
}
