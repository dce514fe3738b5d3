/** The parts of a server that runs in Node. */
import { contractPlace } from '../call/contract-place.js';
import { Conduct } from '../conduct/conduct.js';
import { readJson } from '../data/json-file.js';
import { siteParts } from '../data/site.js';
import { inMemory, RateLimit } from '../guard/limits.js';
import { Guard } from '../http/guard.js';
import { users } from '../identity/credentials.js';
import { loadedLater } from '../kit/made-once.js';
import { Outgoing } from '../journal/outgoing.js';
import { Metering } from '../metrics/metering.js';
import { notFoundPage, pageRoutes } from '../pages/index.js';
import { createDeliveries } from '../webhooks/dispatcher.js';
import type { Platform } from './parts.js';

/** Only who gives a document needs it, at the start already. */
const loadFile = () => import('../openapi/document/load-file.js');

/** What signs logout tokens: few servers ever make one. */
const signing = loadedLater(() => import('../identity/jwt.js'));

export const nodePlatform: Platform = {
  sink: (lines) => process.stderr.write(lines),
  readJson,
  readDocument: async (path, options) => (await loadFile()).loadDocument(path, options),
  users,
  createConduct: ({ api, ...parts }) => new Conduct({ ...parts, locate: (contract) => contractPlace(api, contract) }),
  createDeliveries: (settings) =>
    createDeliveries({
      ...settings,
      makeLogoutToken: async (notice, stamp) => (await signing()).logoutToken(notice, stamp),
    }),
  createGuard: ({ settings, access, limiter = inMemory }) => {
    const { rateLimit: rate } = settings;
    return new Guard({ settings, access, rateLimit: rate === null ? undefined : new RateLimit(rate, limiter) });
  },
  createMetering: () => new Metering(),
  createOutgoing: (store) => new Outgoing(store),
  siteParts,
  pages: { notFoundPage, pageRoutes },
};
