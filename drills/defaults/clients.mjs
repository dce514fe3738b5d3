/** Clients with their default settings: each asks for a URL, or posts to it, and fails where its own `ok` does. */
import { createClient } from '@understudy/client';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { ofetch } from 'ofetch';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import fetchRetry from 'fetch-retry';
import got from 'got';
import ky from 'ky';
import makeFetchHappen from 'make-fetch-happen';
import needle from 'needle';
import nodeFetch from 'node-fetch';
import OpenAI from 'openai';
import pRetry from 'p-retry';
import superagent from 'superagent';
import { Agent, RetryAgent } from 'undici';
import wretch from 'wretch';
import { base } from '../job.mjs';

/** @typedef {{ link: string | null | undefined, data: unknown[] }} Page */
/** @typedef {(url: string, body?: object) => Promise<Page>} Ask */

/** @type {(body: unknown) => unknown[]} */
const dataOf = (body) => /** @type {{ data: unknown[] }} */ (body).data;

/** @typedef {Pick<Response, 'ok' | 'url' | 'status' | 'headers' | 'json'>} Answer what each `fetch` answers */

/** @param {Answer} answer */
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

/** @type {(fetch: (url: string, init?: ReturnType<typeof posted>) => Promise<any>) => Ask} */
const byFetch = (own) => async (url, body) => pageOf(await own(url, body && posted(body)));

/** @type {Readonly<Record<string, () => Ask>>} */
export const openers = {
  fetch: () => byFetch(fetch),
  'node-fetch': () => byFetch(nodeFetch),
  'make-fetch-happen': () => byFetch((url, init) => makeFetchHappen(url, /** @type {any} */ (init))),
  'fetch-retry': () => byFetch(fetchRetry(fetch)),
  'p-retry': () => (url, body) => pRetry(() => byFetch(fetch)(url, body)),
  ofetch: () => async (url, body) => {
    const { headers, _data } = await ofetch.raw(url, body && { method: 'POST', body });
    return { link: headers.get('link'), data: dataOf(_data) };
  },
  wretch: () => async (url, body) =>
    pageOf(await (body === undefined ? wretch(url).get() : wretch(url).post(body)).res()),
  superagent: () => async (url, sent) => {
    const { body, headers } = await (sent === undefined ? superagent.get(url) : superagent.post(url).send(sent));
    return { link: headers['link'], data: dataOf(body) };
  },
  needle: () => async (url, sent) => {
    const {
      body,
      headers,
      statusCode = 0,
    } = await (sent === undefined ? needle('get', url) : needle('post', url, sent, { json: true }));
    if (statusCode >= 300) throw new Error(`${url} was answered ${statusCode}`);
    return { link: String(headers['link'] ?? ''), data: dataOf(body) };
  },
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
