/** Watches what reads the time of the machine or its chance while handlers and seeds run. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { AnyImplementation } from '../call/domain.js';
import type { AnyHandler } from '../kit/handler.js';

/** What was read, and the line of the program that read it. */
export interface Reading {
  readonly what: string;
  readonly where: string;
}

const watching = new AsyncLocalStorage<Reading[]>();

/** Lines of a stack that say nothing of who reads: what lies in Node. */
const INTERNAL = /node:internal|\(node:|at Proxy\./;

/** The line that called a trap. */
function callerOf(trapped: (...given: never[]) => unknown): string {
  const held = { stack: '' };
  // By the function and not by its file: built, it lies in one file with much else.
  Error.captureStackTrace(held, trapped);
  const [, ...lines] = held.stack.split('\n');
  return lines.find((text) => !INTERNAL.test(text))?.trim() ?? 'somewhere';
}

function note(what: string, trapped: (...given: never[]) => unknown): void {
  watching.getStore()?.push({ what, where: callerOf(trapped) });
}

/** A function that notes each call, and does what it always did. */
function noting<Fn extends object>(what: string, original: Fn): Fn {
  const apply = (target: Fn, self: unknown, args: unknown[]): unknown => {
    note(what, apply);
    return Reflect.apply(target as never, self, args);
  };
  return new Proxy(original, { apply });
}

function notingDate(original: DateConstructor): DateConstructor {
  const now = noting('Date.now()', original.now);
  const apply = (target: DateConstructor, _self: unknown, args: []): string => {
    note('Date()', apply);
    return target(...args);
  };
  const construct = (target: DateConstructor, args: [], newTarget: DateConstructor): Date => {
    if (args.length === 0) note('new Date()', construct);
    return Reflect.construct(target, args, newTarget) as Date;
  };
  const get = (target: DateConstructor, member: string | symbol): unknown =>
    member === 'now' ? now : Reflect.get(target, member);
  return new Proxy<DateConstructor>(original, { apply, construct, get });
}

/** Puts traps in the place of some functions of an object, and gives what puts them back. */
function trap(owner: object, names: Readonly<Record<string, string>>): () => void {
  const members = owner as Record<string, object>;
  const originals = Object.keys(names).map((name) => [name, Object.getOwnPropertyDescriptor(members, name)] as const);
  for (const [name, what] of Object.entries(names)) {
    const original = members[name];
    if (original !== undefined) {
      Object.defineProperty(members, name, { value: noting(what, original), configurable: true, writable: true });
    }
  }
  return () => {
    for (const [name, descriptor] of originals) {
      if (descriptor === undefined) delete members[name];
      else Object.defineProperty(members, name, descriptor);
    }
  };
}

/** Watches from now on, and gives what ends it. Nothing is noted but what {@link readingsOf} runs. */
export function watch(): () => void {
  const { Date: original } = globalThis;
  globalThis.Date = notingDate(original);
  const nodeCrypto = createRequire(import.meta.url)('node:crypto') as object;
  const ends = [
    trap(Math, { random: 'Math.random()' }),
    trap(performance, { now: 'performance.now()' }),
    trap(process, { hrtime: 'process.hrtime()' }),
    trap(globalThis.crypto, {
      getRandomValues: 'crypto.getRandomValues()',
      randomUUID: 'crypto.randomUUID()',
    }),
    trap(nodeCrypto, {
      randomBytes: 'randomBytes()',
      randomInt: 'randomInt()',
      randomUUID: 'randomUUID()',
    }),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const end of ends) end();
    globalThis.Date = original;
    syncBuiltinESMExports();
  };
}

/** Runs something, and notes what it reads of time and chance into a list. */
export function readingInto<Result>(readings: Reading[], run: () => Result): Result {
  return watching.run(readings, run);
}

/** What was read, by the name of the operation. */
export type Readings = Map<string, Reading[]>;

function observedHandler(handler: AnyHandler, readings: Reading[]): AnyHandler {
  const { needs, handle } = handler;
  return {
    ...handler,
    ...(needs === undefined ? {} : { needs: (plan) => readingInto(readings, () => needs(plan)) }),
    handle: (ctx) => readingInto(readings, () => handle(ctx)),
  };
}

/** The same domain, watched. */
export function observed(domain: AnyImplementation, readings: Readings): AnyImplementation {
  const { contract, handlers } = domain;
  const handlersOf: AnyImplementation['handlers'] = (server) => {
    const entries = Object.entries(handlers(server)).map(([name, handler]): [string, AnyHandler] => {
      const own = readings.get(`${contract.name}.${name}`) ?? [];
      readings.set(`${contract.name}.${name}`, own);
      return [name, observedHandler(handler, own)];
    });
    return Object.fromEntries(entries);
  };
  // Whatever marks an implementation stays on it.
  const members = Object.getOwnPropertyDescriptors(domain);
  const marked = { ...members, handlers: { value: handlersOf, enumerable: true } };
  return Object.defineProperties({}, marked) as unknown as AnyImplementation;
}
