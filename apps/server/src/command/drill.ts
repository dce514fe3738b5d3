/** `understudy drill -- COMMAND`: runs a command under plans of trouble, and judges how it behaved. */
import { Baseline, readBaseline, writeBaseline } from '../drill/baseline.js';
import { startDrillServer } from '../drill/drill-server.js';
import { plansNamed } from '../drill/plan.js';
import { CommandNotRun } from '../drill/process/not-run.js';
import { screenOf } from '../drill/report/screen.js';
import { checkWritable, writeReports } from '../drill/report/report-files.js';
import { hasPassed } from '../drill/result.js';
import { type DrillRun, runDrill } from '../drill/run-drill.js';
import { stopSignals } from '../drill/stop-signals.js';
import { apiOptionsFor } from '../options/api.js';
import { drillOptions } from '../options/drill.js';
import { OptionError, optionsFor, readOptions } from '../options/options.js';
import type { ValuesOf } from '../options/option.js';
import { loadDomains } from '../served/load-domains.js';
import { ours } from '../served/our-domains.js';
import { optionalOf } from '../served/part-of-ours.js';
import { servedApi } from '../served/served-api.js';
import { withData } from '../served/with-data.js';
import type { Command, CommandLine, Invocation } from './command.js';

/** A plan broke its bar, or the calm run failed. */
const FAILED = 1;

/** What the journal of a plan may hold: more than a command sends within its time limit, as a rule. */
const journal = { maxJournal: 100_000, maxTotalJournalBytes: 1_000_000_000 };

const brought = apiOptionsFor(optionalOf(ours));
const options = { ...drillOptions, ...brought, base: optionsFor(servedApi({ ours }).sizes).base };

type Asked = ValuesOf<typeof options>;

/** The server that the command is given the address of. */
async function startServer({ domain, without, data, bare, base, seed }: Asked, { named }: CommandLine) {
  const served = withData({ ours, without, ...(await loadDomains(domain)) }, { data, bare, named });
  const api = servedApi(served);
  const values = { log: 'off', sandboxTtl: 'never', base: base === '' ? '/' : base, seed, ...journal };
  return startDrillServer(readOptions(optionsFor(api.sizes), { values, named }), api);
}

/** Refuses what can be known to fail before anything is run. */
async function baselineOf({ baseline, writeBaseline: isWriting, report }: Asked): Promise<Baseline> {
  if (isWriting && baseline === undefined) throw new OptionError('--write-baseline needs --baseline FILE, to write to');
  for (const { file } of report) await checkWritable(file, '--report');
  if (baseline === undefined) return new Baseline([]);
  if (!isWriting) return readBaseline(baseline);
  await checkWritable(baseline, '--baseline');
  return new Baseline([]);
}

async function drill(
  given: CommandLine,
  asked: Asked,
  { environment, isTerminal, write }: Invocation,
): Promise<number> {
  const baseline = await baselineOf(asked);
  const screen = screenOf({ isTerminal, write });
  const { signal, release } = stopSignals();
  const server = await startServer(asked, given);
  let run: DrillRun;
  try {
    screen.begin();
    run = await runDrill(server, {
      command: given.program,
      plans: plansNamed(asked.plans),
      seed: asked.seed,
      bar: { failOn: asked.writeBaseline ? 'never' : asked.failOn, expectExit: asked.expectExit },
      baseline,
      environment,
      variables: ['UNDERSTUDY_URL', ...asked.env],
      limitMs: asked.timeout * 1000,
      signal,
      onOutput: asked.verbose ? (chunk) => void process.stderr.write(chunk) : undefined,
      onPlan: (result) => screen.plan(result, asked.verbose),
    });
  } finally {
    await server.close();
    release();
  }
  const { result, met } = run;
  await writeReports(asked.report, result);
  if (asked.baseline !== undefined) {
    if (asked.writeBaseline) await writeBaseline(asked.baseline, met);
    else
      screen.unmet(
        baseline.unmet(
          met,
          result.plans.map(({ plan }) => plan.name),
        ),
        asked.baseline,
      );
  }
  screen.end(result);
  return hasPassed(result) ? 0 : FAILED;
}

/** `understudy drill`. */
export const drillCommand: Command = {
  name: 'drill',
  summary: 'Runs a command while its API misbehaves, and judges how it behaved.',
  usage: '[options] -- COMMAND',
  options: () => options,
  maxOperands: 0,
  runsProgram: true,
  run: async (given, invocation) => {
    if (given.program.length === 0) {
      throw new OptionError('drill needs the command to run after --, such as understudy drill -- npm test');
    }
    try {
      return await drill(given, readOptions(options, given), invocation);
    } catch (error) {
      if (error instanceof CommandNotRun) throw new OptionError(error.message, { cause: error });
      throw error;
    }
  },
};
