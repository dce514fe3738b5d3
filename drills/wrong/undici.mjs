/** undici, set wrongly. */
import { Agent, RetryAgent } from 'undici';
import { base } from '../job.mjs';

/** @type {import('./run.mjs').Setups} */
export const setups = {
  'undici without User-Agent': async () => {
    const { body } = await new Agent().request({
      origin: new URL(base).origin,
      path: pathOf('/api/education/courses'),
      method: 'GET',
    });
    await body.dump();
  },
  'undici RetryAgent with 20 retries': async () => {
    const agent = new RetryAgent(new Agent(), { maxRetries: 20, minTimeout: 100, maxTimeout: 400, retryAfter: false });
    const path = pathOf('/api/education/courses');
    const { body } = await agent.request({ origin: new URL(base).origin, path, method: 'GET' });
    await body.dump();
  },
};

/** @param {string} path */
const pathOf = (path) => new URL(base).pathname + path;
