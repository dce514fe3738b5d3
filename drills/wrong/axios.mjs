/** axios, set wrongly. */
import { Agent } from 'node:http';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import { base, courseAt } from '../job.mjs';
import { postAll, readAll } from './jobs.mjs';

/** @type {import('./run.mjs').Setups} */
export const setups = {
  'axios-retry without Retry-After': () => {
    const api = axios.create();
    // Its default and exponentialDelay read the header, a delay of one's own does not.
    axiosRetry(api, { retries: 3, retryDelay: (count) => count * 100 });
    return readAll((url) => api.get(url));
  },
  'axios-retry, and a POST without a key': () => {
    const api = axios.create();
    axiosRetry(api, { retries: 3, retryDelay: axiosRetry.exponentialDelay });
    return postAll((url, body) => api.post(url, body));
  },
  'axios-retry that retries whatever failed': () => {
    const api = axios.create();
    axiosRetry(api, { retries: 2, retryDelay: axiosRetry.exponentialDelay, retryCondition: () => true });
    return api.get(courseAt('crs_9999'));
  },
  'axios with an agent that keeps nothing alive': () => {
    const api = axios.create({ httpAgent: new Agent({ keepAlive: false }) });
    return readAll((url) => api.get(url), 24);
  },
  'axios that keeps Authorization over redirects': () => {
    const headers = { authorization: 'Bearer secret' };
    // Its redirects leave Authorization behind, so somebody puts it back.
    const beforeRedirect = (/** @type {Record<string, any>} */ options) => Object.assign(options['headers'], headers);
    return axios.get(`${base}/api/education/courses?fault=redirect;to=elsewhere`, { headers, beforeRedirect });
  },
};
