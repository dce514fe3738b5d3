/** Domains whose handlers are watched: what they read of time and chance is noted by operation. */
import type { AnyImplementation } from '../call/domain.js';
import type { AnyHandler } from '../kit/handler.js';
import { type Reading, readingInto } from './watched.js';

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
