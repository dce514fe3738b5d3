/** Clients of Node with their default settings: each asks for a URL, or posts to it, and fails where its own `ok` does. */
import { createClient } from '@understudy/client';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import got from 'got';
import ky from 'ky';
import OpenAI from 'openai';
import { Agent, RetryAgent } from 'undici';
import { base } from '../job.mjs';

/** @typedef {{ link: string | null | undefined, data: unknown[] }} Page */
/** @typedef {(url: string, body?: object) => Promise<Page>} Ask */

/** @type {(body: unknown) => unknown[]} */
const dataOf = (body) => /** @type {{ data: unknown[] }} */ (body).data;

/** @param {Response} answer */
async function pageOf(answer) {
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}`);
  return { link: answer.headers.get('link'), data: dataOf(await answer.json()) };
}

const posted = (/** @type {object} */ body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** @type {(api: import('axios').AxiosInstance) => Ask} */
const byAxios = (api) => async (url, body) => {
  const { data, headers } = body === undefined ? await api.get(url) : await api.post(url, body);
  return { link: headers['link'], data: data.data };
};

/** @type {Readonly<Record<string, () => Ask>>} */
export const openers = {
  fetch: () => async (url, body) => pageOf(await fetch(url, body && posted(body))),
  axios: () => byAxios(axios.create()),
  'axios-retry': () => {
    const api = axios.create();
    axiosRetry(api);
    return byAxios(api);
  },
  ky: () => async (url, json) => pageOf(await (json === undefined ? ky(url) : ky.post(url, { json }))),
  got: () => async (url, json) => {
    const { body, headers } = await (json === undefined
      ? got(url, { responseType: 'json' })
      : got.post(url, { json, responseType: 'json' }));
    return { link: String(headers.link ?? ''), data: dataOf(body) };
  },
  'undici RetryAgent': () => {
    const agent = new RetryAgent(new Agent());
    return async (url, wish) => {
      const { origin, pathname, search } = new URL(url);
      const { statusCode, headers, body } = await agent.request({
        ...(wish === undefined ? { method: 'GET' } : { ...posted(wish), method: 'POST' }),
        origin,
        path: pathname + search,
      });
      const read = await body.json();
      if (statusCode >= 300) throw new Error(`${url} was answered ${statusCode}`);
      return { link: String(headers['link'] ?? ''), data: dataOf(read) };
    };
  },
  '@octokit/plugin-retry': () => {
    const octokit = new (Octokit.plugin(retry))({ baseUrl: base });
    return async (url, body) => {
      const { headers, data } = await octokit.request(`${body === undefined ? 'GET' : 'POST'} ${url}`, { ...body });
      return { link: headers.link, data: data.data };
    };
  },
  openai: () => {
    const client = new OpenAI({ apiKey: 'none', baseURL: base });
    return async (url, body) => {
      const asked = body === undefined ? client.get(url) : client.post(url, { body });
      const { data, response } = await asked.withResponse();
      return { link: response.headers.get('link'), data: dataOf(data) };
    };
  },
  '@understudy/client': () => {
    const api = createClient({ baseUrl: base });
    return async (url, body) => {
      if (body !== undefined) {
        await api.education.createEnrollment(/** @type {import('../job.mjs').Wish} */ (body));
        return { link: undefined, data: [] };
      }
      const id = /courses\/(\w+)$/.exec(new URL(url).pathname)?.[1];
      if (id !== undefined) return { link: undefined, data: [await api.education.getCourse({ course_id: id })] };
      return { link: undefined, data: await api.education.listCourses({ per_page: 50 }).toArray({ limit: 1000 }) };
    };
  },
};
