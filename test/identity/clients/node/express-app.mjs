/** An Express app for a client that is a middleware: it shows faults as the other apps do. */
import { createServer } from 'node:http';
import express from 'express';
import { announce, faultOf, listen } from './app.mjs';

/** The secret of an app, for its own cookies. */
export const appSecret = 'a secret of the app, for its own cookies';

/**
 * Serves the app.
 *
 * @param {(app: import('express').Express, origin: string) => unknown} build adds what the app does
 */
export async function serveExpress(build) {
  const app = express();
  const origin = await listen(createServer(app));
  await build(app, origin);
  app.use((error, _request, response, _next) => response.status(500).json(faultOf(error)));
  announce(origin);
}
