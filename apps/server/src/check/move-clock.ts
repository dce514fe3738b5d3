/** Moves the clock of this process, as if its machine showed another day. */

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
