/** Checks domains: runs our own suites over all their operations and collections. */
import type { AnyImplementation } from '../call/domain.js';
import { dataOptions } from '../options/data.js';
import { builtinDomains } from '../server/builtin-domains.js';
import { servedApi } from '../server/served-api.js';
import { Bench } from './bench.js';
import { type Check, type StoreUnderCheck, type Tested, thrownText, usableStores } from './check.js';
import { determinismChecks, equalBytes, seedChecks } from './checks/determinism.js';
import { curlOf, type Host, type StartHost, type Transcript } from './host.js';
import { type CheckOptions, type Finding, isCompared, type Report } from './finding.js';
import { observed, type Readings } from './watched.js';
import { resultsOf, type Row, rowsOf, runCase, transcriptOn } from './transcribe.js';
import { type App, createApp } from '../server/app.js';
import { nodePlatform } from '../server/node-platform.js';
import { openApp } from '../server/open-app.js';
import type { Api } from '../call/api.js';
import { optionsFor, readOptions } from '../options/options.js';
import { callChecks } from './checks/calls.js';
import { controlChecks } from './checks/controls.js';
import { failureChecks } from './checks/failures.js';
import { fileChecks } from './checks/files.js';
import { documentChecks } from './checks/openapi.js';
import { listChecks } from './checks/lists.js';
import { streamChecks } from './checks/streams.js';

/** The checks, in the order in which they run. */
export const checks: readonly Check[] = [
  ...seedChecks,
  ...documentChecks,
  ...callChecks,
  ...controlChecks,
  ...failureChecks,
  ...fileChecks,
  ...streamChecks,
  ...listChecks,
  ...determinismChecks,
];

/** The instant at which all sandboxes of a check stand. */
const CHECK_CLOCK = '2026-03-01T12:00:00.000Z';

/** More sandboxes than any check makes. */
const SANDBOXES = 1_000_000;

/** Where its addresses begin. */
export const ORIGIN = 'http://understudy.local';

/** Options of every server that is checked, by their field. */
export const checkOptions = { clock: CHECK_CLOCK, log: 'off', maxSandboxes: SANDBOXES } as const;

/** Gives what starts servers of an API. */
export function startingHosts(api: Api, callMs?: number): StartHost {
  return async ({ store } = {}) => {
    const values = { ...checkOptions, ...(store === undefined ? {} : { store }) };
    const settings = readOptions(optionsFor(api.sizes), { values, named: (field) => field });
    const waits: number[] = [];
    const errors = new Map<string, unknown>();
    const parts = {
      sink: () => undefined,
      onError: (id: string, error: unknown) => void errors.set(id, error),
      sleep: async (ms: number) => {
        waits.push(ms);
      },
    };
    const app: App =
      store === undefined
        ? createApp(settings, api, { ...parts, platform: nodePlatform })
        : await openApp(settings, api, { ...parts, named: (field) => field });
    return {
      origin: ORIGIN,
      waits,
      errors,
      callMs,
      fetch: (path, init) => app.pipeline.fetch(new Request(new URL(path, ORIGIN), init)),
      close: app.close,
    };
  };
}

/** What whoever supervises a run says and hears of it. */
export interface Supervision {
  /** Rows before this one ran already. */
  readonly from?: number;
  /** Subjects that did not come back, and are asked no more. */
  readonly lost?: readonly string[];
  /** What another process answers, by operation. */
  readonly elsewhere?: Readonly<Record<string, Transcript>> | undefined;
  readonly onRow?: (index: number, row: Row) => void;
  /** Given the request as a line of curl. */
  readonly onRequest?: (asked: string) => void;
  readonly onAnswer?: () => void;
  readonly onFinding?: (finding: Finding) => void;
}

/** The part of a path that leads into a sandbox of the check. */
const SANDBOX = /^\/sandboxes\/[^/]+(?=\/(?:api|trpc)\/)/;

/** What was thrown behind answers, by the request as a line of curl. */
type Thrown = Map<string, string>;

/** Servers whose requests are reported, and whose errors are noted. */
function announced(
  start: StartHost,
  { onRequest, onAnswer }: Supervision,
  note: (asked: string, error: unknown) => void,
): StartHost {
  return async (options) => {
    const host: Host = await start(options);
    return {
      ...host,
      fetch: async (path, init) => {
        const asked = curlOf(path.replace(SANDBOX, ''), init ?? {});
        onRequest?.(asked);
        const response = await host.fetch(path, init);
        onAnswer?.();
        const error = host.errors?.get(response.headers.get('x-request-id') ?? '');
        if (error !== undefined) note(asked, error);
        return response;
      },
    };
  };
}

interface Run {
  readonly bench: Bench;
  readonly tested: Tested;
  readonly rows: readonly Row[];
  readonly stores: readonly StoreUnderCheck[];
  readonly thrown: Thrown;
}

const chosenChecks = ({ only }: CheckOptions) => checks.filter(({ name }) => only?.includes(name) ?? true);

/** Names of all checks. */
export const checkNames: readonly string[] = checks.map(({ name }) => name);

/** Names that no check has, of those that were chosen. */
export const unknownChecks = ({ only = [] }: CheckOptions): string[] =>
  only.filter((name) => !checks.some((check) => check.name === name));

function chosenRows(tested: Tested, options: CheckOptions): Row[] {
  const rows = rowsOf(chosenChecks(options), tested);
  return rows.filter(({ subject }) => options.subjects?.includes(subject) ?? true);
}

async function prepare(
  domains: readonly AnyImplementation[],
  options: CheckOptions,
  supervision: Supervision,
): Promise<Run & { readonly close: () => Promise<void> }> {
  const readings: Readings = new Map();
  const served = servedApi({ ours: builtinDomains, domains: domains.map((domain) => observed(domain, readings)) });
  const api = await served.whole();
  // Its servers finish what they are asked for, and no more.
  const thrown: Thrown = new Map();
  const theirs = [...readings.keys(), ...domains.flatMap(({ collections }) => collections.map(({ name }) => name))];
  const note = (asked: string, error: unknown): void => void thrown.set(asked, thrownText(error, theirs));
  const start = announced(startingHosts(served, options.callMs), supervision, note);
  const { stores, close } = await usableStores(start, options.postgres);
  // As they are served: what clashes with ours has another name there.
  const names = new Set(domains.map(({ contract }) => contract.name));
  const tested = { domains: api.domains.filter(({ contract }) => names.has(contract.name)) };
  const usable = stores.filter((store) => store.skipped === undefined);
  const seed = dataOptions.seed.fallback;
  const bench = new Bench({ api, start, seed, stores: usable, readings, elsewhere: supervision.elsewhere });
  return {
    bench,
    stores,
    tested,
    thrown,
    rows: chosenRows(tested, options),
    close: async () => {
      await bench.close();
      await close();
    },
  };
}

/** What a run does not check, and why. */
function skippedIn(stores: readonly StoreUnderCheck[], isAlone: boolean): string[] {
  return [
    ...stores.flatMap(({ name, skipped }) => (skipped === undefined ? [] : [`equal-stores on ${name}: ${skipped}`])),
    ...(isAlone ? ['two-processes: only `understudy check FILE` starts a second process'] : []),
  ];
}

/** Checks domains, under whoever supervises the run. */
export async function checkSupervised(
  domains: readonly AnyImplementation[],
  options: CheckOptions,
  supervision: Supervision,
): Promise<Report> {
  const { bench, rows, stores, thrown, close } = await prepare(domains, options, supervision);
  const { from = 0, lost = [], onRow, onFinding } = supervision;
  const findings: Finding[] = [];
  try {
    for (const [index, row] of rows.entries()) {
      if (index < from || lost.includes(row.subject)) continue;
      onRow?.(index, row);
      const before = thrown.size;
      const found = await runCase(row, bench);
      if (found === undefined) continue;
      // Where the answer to what was asked hides no error, one of the same case may be behind it.
      const [other] = Array.from(thrown.values()).slice(before);
      const finding = { ...found, thrown: found.thrown ?? thrown.get(found.asked ?? '') ?? other };
      findings.push(finding);
      onFinding?.(finding);
    }
  } finally {
    await close();
  }
  return {
    checks: resultsOf(chosenChecks(options), rows, findings),
    findings,
    skipped: skippedIn(stores, isCompared(options) && supervision.elsewhere === undefined),
  };
}

/** The answers of all operations of domains, for another process to compare its own with. */
export async function transcribeAll(
  domains: readonly AnyImplementation[],
  options: CheckOptions,
  supervision: Supervision,
): Promise<Readonly<Record<string, Transcript>>> {
  const { bench, tested, close } = await prepare(domains, options, supervision);
  const transcripts: [string, Transcript][] = [];
  const rows = rowsOf([equalBytes], tested);
  try {
    for (const [index, row] of rows.entries()) {
      const operation = bench.api.operations.get(row.subject);
      if (operation === undefined || (supervision.lost ?? []).includes(row.subject)) continue;
      supervision.onRow?.(index, row);
      transcripts.push([row.subject, await transcriptOn(bench, operation, { name: 'first' }).catch(() => [])]);
    }
  } finally {
    await close();
  }
  return Object.fromEntries(transcripts);
}
