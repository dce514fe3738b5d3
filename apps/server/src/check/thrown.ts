/** Says what was thrown behind a failure: the error, the line of the user's that it comes from, and whose code that is. */
import { TRPCError } from '@trpc/server';
import { $ZodError } from 'zod/v4/core';
import { lineOf } from '../server/fault.js';
import { positionIn } from '../server/load-fault.js';

/** The error that a handler threw, out of that of tRPC. */
function behind(error: unknown): unknown {
  return error instanceof TRPCError && error.cause !== undefined && error.code === 'INTERNAL_SERVER_ERROR'
    ? behind(error.cause)
    : error;
}

/** An error as one line; of what a schema refuses, the first member and why. */
function textOf(thrown: unknown): string {
  const [issue] = thrown instanceof $ZodError ? thrown.issues : [];
  if (issue === undefined) return lineOf(thrown);
  return `ZodError: a value does not fit its schema at ${issue.path.map(String).join('.') || 'its top'}: ${issue.message}`;
}

/**
 * What was thrown, as one line.
 *
 * @param theirs names of the operations and collections of the domain, which our own errors about it have in their text
 */
export function thrownText(error: unknown, theirs: readonly string[]): string {
  const thrown = behind(error);
  const what = textOf(thrown);
  const position = thrown instanceof Error ? positionIn(thrown) : undefined;
  if (position !== undefined) return `${what}, at ${position}: an error in your domain`;
  if (!(thrown instanceof Error)) return `${what}, which is no Error and has no line: your domain throws it`;
  // Without a line of theirs, a schema has refused what a handler gave.
  const isTheirs = thrown instanceof $ZodError || theirs.some((name) => what.includes(name));
  if (isTheirs) return `${what}: an error in your domain`;
  const [, at] = /\n\s+at (.+)/.exec(thrown.stack ?? '') ?? [];
  return `${what}, at ${at ?? 'an unknown line'}: no line of your domain is involved, so this is a fault in Understudy; please report it`;
}

/** The error that ended a process which nobody caught, by what Node has written of it: that of a timer or a promise. */
export function uncaughtIn(written: string): string | undefined {
  const [, message, stack] = /^(?:Uncaught )?([\w$]*(?:Error|Exception)\b.*)\n((?:\s+at .+\n?)+)/m.exec(written) ?? [];
  if (message === undefined) return undefined;
  const position = positionIn({ stack: stack ?? '' });
  return `${message}${position === undefined ? '' : `, at ${position}`}: it was thrown outside of any call, and ended the process`;
}
