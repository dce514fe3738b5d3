/** What a process does that checks a file for a supervisor. */
import type { AnyImplementation } from '../call/domain.js';
import { OptionError } from '../options/options.js';
import { checkSupervised, type Supervision, transcribeAll } from './check-domains.js';
import type { Message, Order } from './messages.js';

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

/** Loads the domains of a file. */
export type LoadDomains = (file: string) => Promise<readonly AnyImplementation[]>;

const say = (message: Message): void => void process.send?.(message);

async function carryOut(order: Order, load: LoadDomains): Promise<Message> {
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
      void carryOut(order, load)
        .catch(refused)
        .then((message) => process.send?.(message, () => resolve(0)));
    });
  });
}
