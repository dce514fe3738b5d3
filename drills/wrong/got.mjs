/** got, set wrongly. */
import got from 'got';
import { base, courseAt } from '../job.mjs';
import { postAll } from './jobs.mjs';

/** @type {import('./run.mjs').Setups} */
export const setups = {
  'got that retries POST': () => {
    const api = got.extend({ retry: { limit: 3, methods: ['GET', 'POST'] } });
    return postAll((url, json) => api.post(url, { json }));
  },
  'got that retries a POST of what may be there twice': async () => {
    const api = got.extend({ retry: { limit: 3, methods: ['POST'] } });
    const json = {
      title: 'Go',
      category: 'IT',
      difficulty: 'beginner',
      instructor: 'Ada Moreno',
      duration_hours: 4,
      price: 9,
    };
    for (let number = 1; number <= 12; number += 1) {
      await api.post(`${base}/api/education/courses`, { json: { ...json, title: `Go ${number}` } });
    }
  },
  'got with a fixed delay': () => {
    const api = got.extend({
      retry: { limit: 3, calculateDelay: ({ attemptCount }) => (attemptCount > 3 ? 0 : 1000) },
    });
    return api(courseAt('crs_0001'));
  },
};
