/** ky, set wrongly. */
import { randomUUID } from 'node:crypto';
import ky from 'ky';
import { courseAt } from '../job.mjs';
import { postAll, readAll } from './jobs.mjs';

/** @type {import('./run.mjs').Setups} */
export const setups = {
  'ky without afterStatusCodes': () => {
    const api = ky.create({ retry: { afterStatusCodes: [] } });
    return readAll((url) => api.get(url));
  },
  'ky with a new key for each attempt': () => {
    const api = ky.create({
      retry: { methods: ['post'], limit: 4 },
      headers: { 'idempotency-key': randomUUID() },
      hooks: { beforeRetry: [({ request }) => request.headers.set('idempotency-key', randomUUID())] },
    });
    return postAll((url, json) => api.post(url, { json, headers: { 'idempotency-key': randomUUID() } }));
  },
  'ky without jitter, in parallel': () => {
    const api = ky.create({ retry: { limit: 1, delay: () => 300 } });
    const ids = Array.from({ length: 40 }, (_, i) => `crs_00${i + 10}`);
    return Promise.allSettled(ids.map((id) => api.get(courseAt(id))));
  },
};
