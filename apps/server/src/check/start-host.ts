/** Starts a server in this process for the checks: its clock stands still, and it counts waits instead of waiting. */
import type { App } from '../app.js';
import { createApp, openApp } from '../app.js';
import type { Api } from '../call/api.js';
import { optionsFor, readOptions } from '../options/options.js';
import type { StartHost } from './host.js';

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
    const surroundings = {
      sink: () => undefined,
      onError: (id: string, error: unknown) => void errors.set(id, error),
      sleep: async (ms: number) => {
        waits.push(ms);
      },
    };
    const app: App =
      store === undefined
        ? createApp(settings, api, surroundings)
        : await openApp(settings, api, { ...surroundings, named: (field) => field });
    return {
      origin: ORIGIN,
      waits,
      errors,
      callMs,
      fetch: (path, init) => app.edge.fetch(new Request(new URL(path, ORIGIN), init)),
      close: app.close,
    };
  };
}
