/**
 * octokit's core with its retry plugin. It retries writes too, so they have a key.
 *
 * The plugin does not read `Retry-After`: it waits 1, 4 and 9 s. What it says of statuses that it should leave alone is
 * `doNotRetry` (https://github.com/octokit/plugin-retry.js#usage), so those that may come with `Retry-After`, 429 and 503,
 * are added to its list, and those of client errors that it lacks. To wait for them takes another plugin, for throttling.
 *
 * Documentation of the rest: https://github.com/octokit/core.js#options (`baseUrl`, `userAgent`, `request`).
 */
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { base, courseAt, doJob, enrollments, firstPage, nextIn, TIMEOUT_MS } from '../job.mjs';

const Retrying = Octokit.plugin(retry);
const octokit = new Retrying({
  baseUrl: base,
  userAgent: 'drill/1.0.0',
  retry: { doNotRetry: [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 429, 451, 503] },
  request: {
    // The signal of a request holds for all of its attempts, so each gets its own.
    fetch: (/** @type {string} */ url, /** @type {RequestInit} */ init) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  },
});

await doJob({
  async countCourses() {
    let count = 0;
    for (let url = /** @type {string | undefined} */ (firstPage); url !== undefined;) {
      const { data, headers } = await octokit.request(`GET ${url}`);
      count += data.data.length;
      url = nextIn(headers.link);
    }
    return count;
  },
  readCourse: (id) => octokit.request(`GET ${courseAt(id)}`),
  enroll: (wish, key) => octokit.request(`POST ${enrollments}`, { ...wish, headers: { 'idempotency-key': key } }),
});
