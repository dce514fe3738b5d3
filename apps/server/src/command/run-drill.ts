/** Runs what `understudy drill` asks for: it is loaded only where a drill is run. */
import { Baseline, readBaseline, writeBaseline } from '../drill/baseline.js';
import { type DrillRun, runDrill, startDrillServer } from '../drill/run-drill.js';
import { hasPassed, plansNamed } from '../drill/result.js';
import { screenOf } from '../drill/report/screen.js';
import { checkWritable, writeReports } from '../drill/report/report-files.js';
import { stopSignals } from '../drill/process/run-command.js';
import { OptionError, optionsFor, readOptions } from '../options/options.js';
import { servedApi } from '../server/served-api.js';
import { type CommandLine, FAILED, type Invocation } from './commands.js';
import type { DrillValues } from './documents.js';
import { servedBy } from './served-document.js';

/** What the journal of a plan may hold: more than a command sends within its time limit, as a rule. */
const journal = { maxJournal: 100_000, maxJournalBytes: 1_000_000_000, maxTotalJournalBytes: 1_000_000_000 };

/** The server that the command is given the address of. */
async function startServer(asked: DrillValues, given: CommandLine) {
  const { base, seed } = asked;
  const { named } = given;
  const served = await servedBy(asked, given);
  const api = servedApi(served);
  const values = { log: 'off', sandboxTtl: 'never', base: base === '' ? '/' : base, seed, ...journal };
  return startDrillServer(readOptions(optionsFor(api.sizes), { values, named }), api);
}

/** Refuses what can be known to fail before anything is run. */
async function baselineOf({ baseline, writeBaseline: isWriting, report }: DrillValues): Promise<Baseline> {
  if (isWriting && baseline === undefined) throw new OptionError('--write-baseline needs --baseline FILE, to write to');
  for (const { file } of report) await checkWritable(file, '--report');
  if (baseline === undefined) return new Baseline([]);
  if (isWriting) await checkWritable(baseline, '--baseline');
  return readBaseline(baseline, isWriting);
}

/**
 * Runs a drill, and gives the exit code.
 *
 * @throws {@link OptionError} where a file cannot be read or written
 * @throws {@link CommandNotRun} where the command is not there or not executable
 */
export async function runPlans(
  given: CommandLine,
  asked: DrillValues,
  { environment, isTerminal, write, complain }: Invocation,
): Promise<number> {
  const baseline = await baselineOf(asked);
  const screen = screenOf({ isTerminal, write, complain });
  const { signal, release } = stopSignals();
  const server = await startServer(asked, given);
  let run: DrillRun;
  try {
    screen.begin();
    run = await runDrill(server, {
      command: given.program,
      plans: plansNamed(asked.plans),
      seed: asked.seed,
      threshold: { failOn: asked.writeBaseline ? 'never' : asked.failOn, expectExit: asked.expectExit },
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
  try {
    await writeReports(asked.report, result);
    const plans = result.plans.map(({ plan }) => plan.name);
    if (asked.baseline !== undefined && !asked.writeBaseline) {
      screen.unmet(baseline.unmet(met, plans), asked.baseline);
    } else if (asked.baseline !== undefined && result.skipped.length === 0) {
      await writeBaseline(asked.baseline, [...met, ...baseline.outside(plans)]);
    }
  } finally {
    // What came of the plans is said even where it cannot be written.
    screen.end(result);
  }
  return hasPassed(result) ? 0 : FAILED;
}
