/** The `fetch` of a page in Chromium, on another origin than the API. */
import { findChromium, startChromium } from '@understudy/tooling/chromium';
import type { Page } from 'playwright-core';
import { elsewhere } from '../../browser/elsewhere.js';
import type { Asked, Client, Seen } from './seen.js';

/** Asks in the page, as a script there would. */
function askIn(page: Page, asked: Asked): Promise<Seen> {
  return page.evaluate(async ({ url, method, body, limitMs, title }): Promise<Seen> => {
    let seen: Seen = {};
    try {
      const sent = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } };
      const answer = await fetch(url, { ...sent, method, signal: AbortSignal.timeout(limitMs), cache: 'no-store' });
      const { status, ok } = answer;
      seen = { status, type: answer.headers.get('content-type'), retryAfter: answer.headers.get('retry-after') };
      if (!ok) {
        await answer.text();
        return seen;
      }
      const text = JSON.stringify(await answer.json());
      return { ...seen, isGarbled: !text.includes(title) || text.includes('\uFFFD') };
    } catch (error) {
      return { ...seen, error: error instanceof Error ? error.name : String(error) };
    }
  }, asked);
}

/** Opens a page; the network's own word for a failure, which a page never learns, is taken from the browser. */
export async function openChromium(): Promise<Client | undefined> {
  if (findChromium() === undefined) return undefined;
  const site = await elsewhere();
  const browser = await startChromium();
  const context = await browser.openContext();
  const page = await context.newPage();
  await page.goto(site.origin);
  const failureOf = failuresOf(page);
  return {
    // It sends a request anew that fails on a connection which it has used before: by itself each write has such a one.
    writesAtOnce: 1,
    ask: async (asked) => {
      const seen = await askIn(page, asked);
      return seen.error === 'TypeError' ? { ...seen, error: `TypeError (${await failureOf(asked.url)})` } : seen;
    },
    close: async () => {
      await browser.close();
      site.close();
    },
  };
}

/** What the network says of the requests of a page that fail, by the URL that was asked for first. */
function failuresOf(page: Page): (url: string) => Promise<string> {
  const failures = new Map<string, string>();
  const waiting = new Map<string, (failure: string) => void>();
  page.on('requestfailed', (request) => {
    let first = request;
    for (let from = request.redirectedFrom(); from !== null; from = from.redirectedFrom()) first = from;
    const failure = request.failure()?.errorText.replace('net::', '') ?? '';
    failures.set(first.url(), failure);
    waiting.get(first.url())?.(failure);
  });
  // The page may know of it before.
  return async (url) =>
    failures.get(url) ??
    new Promise((resolve) => {
      waiting.set(url, resolve);
    });
}
