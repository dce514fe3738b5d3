/** Checks run in a process that another one supervises: what the two say to each other, and what each of them does. */
import { type ChildProcess, fork } from 'node:child_process';
import { type Finding, isCompared, type Report } from './finding.js';
import { CALL_MS, type Transcript } from './host.js';
import { checkSupervised, type Supervision, transcribeAll } from './check-domains.js';
import { uncaughtIn } from './check.js';
import type { AnyImplementation } from '../call/domain.js';
import { OptionError } from '../options/options.js';

interface Order {
  readonly file: string;
  readonly task: 'transcribe' | 'check';
  readonly only?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly postgres?: string | undefined;
  readonly callMs?: number | undefined;
  /** Rows before this one ran already. */
  readonly from: number;
  /** Subjects that did not come back. */
  readonly lost: readonly string[];
  readonly elsewhere?: Readonly<Record<string, Transcript>> | undefined;
}

type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'row'; readonly index: number; readonly check: string; readonly subject: string }
  | { readonly kind: 'request'; readonly asked: string }
  | { readonly kind: 'answer' }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'transcripts'; readonly transcripts: Readonly<Record<string, Transcript>> }
  | { readonly kind: 'report'; readonly report: Report }
  /** The file or an option of the run cannot be used. */
  | { readonly kind: 'refused'; readonly message: string };

/** By how much it is ahead then, in ms. */
const AHEAD_MS = 400 * 24 * 60 * 60 * 1000;

/** Moves it for all that asks from now on. */
export function moveClock(): void {
  const { Date: original } = globalThis;
  const now = (): number => original.now() + AHEAD_MS;
  globalThis.Date = new Proxy(original, {
    get: (target, member): unknown => (member === 'now' ? now : Reflect.get(target, member)),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  });
}

type LoadDomains = (file: string) => Promise<readonly AnyImplementation[]>;

const say = (message: Message): void => void process.send?.(message);

async function obey(order: Order, load: LoadDomains): Promise<Message> {
  if (order.task === 'transcribe') moveClock();
  const domains = await load(order.file);
  say({ kind: 'ready' });
  const supervision: Supervision = {
    ...order,
    onRow: (index, { check, subject }) => say({ kind: 'row', index, check: check.name, subject }),
    onRequest: (asked) => say({ kind: 'request', asked }),
    onAnswer: () => say({ kind: 'answer' }),
    onFinding: (finding) => say({ kind: 'finding', finding }),
  };
  if (order.task === 'check') return { kind: 'report', report: await checkSupervised(domains, order, supervision) };
  return { kind: 'transcripts', transcripts: await transcribeAll(domains, order, supervision) };
}

/** Waits for an order, and carries it out. */
export function work(load: LoadDomains): Promise<number> {
  return new Promise((resolve) => {
    process.once('message', (order: Order) => {
      const refused = (error: unknown): Message => {
        if (error instanceof OptionError) return { kind: 'refused', message: error.message };
        return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
      };
      void obey(order, load)
        .catch(refused)
        .then((message) => process.send?.(message, () => resolve(0)));
    });
  });
}

interface Program {
  /** The script and its first arguments: a process started so calls {@link work} of `./work.js`. */
  readonly script: string;
  readonly arguments: readonly string[];
}

/** How much longer than a call a process may say nothing, in ms: a call ends by itself, unless it holds the event loop. */
const GRACE_MS = 1000;

/** How long a process may say nothing while no call is under way, in ms. */
const SILENT_MS = 30_000;

/** Most of its error output that is kept of a process, in characters. */
const MAX_WRITTEN = 20_000;

type Ending =
  | { readonly kind: 'done'; readonly message: Message }
  | { readonly kind: 'lost'; readonly finding: Finding | undefined; readonly next: number; readonly reason: string };

/** What is known of a process that runs. */
class Watched {
  readonly #child: ChildProcess;
  readonly #callMs: number;
  #row: { index: number; check: string; subject: string } | undefined;
  #asked: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** The end of what it wrote to its error output. */
  #written = '';

  constructor(child: ChildProcess, callMs: number) {
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#written = (this.#written + text).slice(-MAX_WRITTEN);
    });
    this.#callMs = callMs;
  }

  /** Waits for its end. */
  end(onFinding: (finding: Finding) => void): Promise<Ending> {
    return new Promise((resolve) => {
      const settle = (ending: Ending): void => {
        clearTimeout(this.#timer);
        this.#child.removeAllListeners();
        this.#child.kill('SIGKILL');
        resolve(ending);
      };
      const expectMore = (): void => {
        clearTimeout(this.#timer);
        const ms = this.#asked === undefined ? SILENT_MS : this.#callMs;
        this.#timer = setTimeout(() => settle(this.#lost(`no answer within ${ms / 1000} s`)), ms + GRACE_MS);
      };
      this.#child.on('message', (message: Message) => {
        if (message.kind === 'row') this.#row = message;
        this.#asked = message.kind === 'request' ? message.asked : undefined;
        if (message.kind === 'finding') onFinding(message.finding);
        if (message.kind === 'report' || message.kind === 'transcripts' || message.kind === 'refused') {
          settle({ kind: 'done', message });
        } else expectMore();
      });
      // With its last output, which may come after its end.
      this.#child.on('close', (code, signal) => settle(this.#lost(`the process ended with ${signal ?? code}`)));
      expectMore();
    });
  }

  #lost(reason: string): Ending {
    const row = this.#row;
    if (row === undefined) return { kind: 'lost', finding: undefined, next: 0, reason };
    const finding = {
      check: row.check,
      subject: row.subject,
      asked: this.#asked,
      expected: 'an answer',
      actual: reason,
      thrown: uncaughtIn(this.#written),
    };
    return { kind: 'lost', finding, next: row.index + 1, reason };
  }
}

/** What came of an order: the last message, or that it never began, with all findings of processes that were lost. */
interface Outcome {
  readonly message: Message;
  readonly findings: readonly Finding[];
  readonly lost: readonly string[];
}

/** Has an order carried out, by as many processes as it takes. */
async function carryOut({ script, arguments: given }: Program, first: Omit<Order, 'from' | 'lost'>): Promise<Outcome> {
  const findings: Finding[] = [];
  const lost: string[] = [];
  let from = 0;
  for (;;) {
    const order: Order = { ...first, from, lost };
    const child = fork(script, [...given], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    child.send(order);
    const ending = await new Watched(child, order.callMs ?? CALL_MS).end((finding) => findings.push(finding));
    if (ending.kind === 'done') return { message: ending.message, findings, lost };
    if (ending.finding === undefined) {
      const message = `${order.file} did not load: ${ending.reason}`;
      return { message: { kind: 'refused', message }, findings, lost };
    }
    findings.push(ending.finding);
    lost.push(ending.finding.subject);
    from = ending.next;
  }
}

/** Checks a file. Where it cannot be used, the reason is given. */
export async function superviseChecks(
  program: Program,
  order: Omit<Order, 'task' | 'from' | 'lost' | 'elsewhere'>,
): Promise<{ readonly report: Report } | { readonly refused: string }> {
  const other = isCompared(order) ? await carryOut(program, { ...order, task: 'transcribe' }) : undefined;
  if (other?.message.kind === 'refused') return { refused: other.message.message };
  const elsewhere = other?.message.kind === 'transcripts' ? other.message.transcripts : undefined;
  const own = await carryOut(program, { ...order, task: 'check', elsewhere });
  if (own.message.kind === 'refused') return { refused: own.message.message };
  if (own.message.kind !== 'report') return { refused: 'the checks ended without a report' };
  const { findings, lost } = own;
  const { checks, skipped } = own.message.report;
  const withAll = checks.map((check) => ({
    ...check,
    findings: findings.filter((finding) => finding.check === check.name),
  }));
  const left = lost.map((subject) => `${subject}: nothing was asked of it after it did not come back`);
  return { report: { checks: withAll, findings, skipped: [...skipped, ...left] } };
}
