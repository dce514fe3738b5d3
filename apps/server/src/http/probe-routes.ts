/** The routes that probes ask: whether a server is there, and whether it can answer. */
import { apiVersion } from '@understudy/contract/kit';
import { version } from '../server/version.js';
import { type Answer, JSON_TYPE } from './answer.js';
import type { Route } from './router.js';

/** What probes ask about. */
export interface Probed {
  /** Fails where nobody is to be sent here any more. */
  readonly alive: () => void;
  /** Fails while requests cannot be served. */
  readonly ready: () => Promise<void>;
  /** The kind of store that the server has: memory, sqlite or postgres. */
  readonly store: string;
}

function json(body: unknown): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body), caching: 'none' };
}

/** Makes them. */
export function probeRoutes({ alive, ready, store }: Probed): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      answer: () => {
        alive();
        return json({ status: 'ok', server: 'understudy', version, api_version: apiVersion });
      },
    },
    { method: 'GET', path: '/readyz', answer: () => ready().then(() => json({ status: 'ready', store })) },
  ];
}
