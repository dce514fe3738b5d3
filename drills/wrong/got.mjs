/** got, set wrongly. */
import got from 'got';
import { courseAt } from '../job.mjs';
import { postAll } from './jobs.mjs';

/** @type {import('./run.mjs').Setups} */
export const setups = {
  'got that retries POST': () => {
    const api = got.extend({ retry: { limit: 3, methods: ['GET', 'POST'] } });
    return postAll((url, json) => api.post(url, { json }));
  },
  'got with a fixed delay': () => {
    const api = got.extend({
      retry: { limit: 3, calculateDelay: ({ attemptCount }) => (attemptCount > 3 ? 0 : 1000) },
    });
    return api(courseAt('crs_0001'));
  },
};
