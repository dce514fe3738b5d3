/** Photos in a real browser, from a page of another origin that knows nothing of the server: shown, in parts, kept. */
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overSocket } from '../support.js';
import { hasChromium, useChromium } from './chromium.js';
import { elsewhere } from './elsewhere.js';
import { openOnce } from '../use.js';

const PHOTO = '/api/realestate/photos/pho_0001';
const LENGTH = 154_218;

/** Fetches a file in parts, each after the one before and only of the same file, and joins them. */
function inParts(page: Page, url: string, size: number) {
  return page.evaluate(
    async ({ address, step }) => {
      const parts: Uint8Array[] = [];
      const statuses = new Set<number>();
      let [at, total, tag] = [0, 1, ''];
      while (at < total) {
        const headers = { range: `bytes=${at}-${at + step - 1}`, ...(tag === '' ? {} : { 'if-range': tag }) };
        const answer = await fetch(address, { headers, cache: 'no-store' });
        statuses.add(answer.status);
        const part = new Uint8Array(await answer.arrayBuffer());
        parts.push(part);
        tag = answer.headers.get('etag') ?? '';
        total = Number((answer.headers.get('content-range') ?? '').split('/')[1]);
        at += part.length;
      }
      const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
      const base64 = btoa(String.fromCharCode(...hash))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace('=', '');
      return { statuses: [...statuses], parts: parts.length, length: bytes.length, hash: `"${base64}"`, tag };
    },
    { address: url, step: size },
  );
}

/** Shows an image: its size, or that it was not shown, and whether the page may read its pixels. */
function shown(page: Page, url: string, crossOrigin: string | null) {
  return page.evaluate(
    async ({ address, mode }) => {
      const image = new Image();
      if (mode !== null) image.crossOrigin = mode;
      const isShown = await new Promise<boolean>((resolve) => {
        image.addEventListener('load', () => resolve(true));
        image.addEventListener('error', () => resolve(false));
        image.src = address;
      });
      if (!isShown) return 'not shown';
      const context = document.createElement('canvas').getContext('2d');
      context?.drawImage(image, 0, 0);
      let pixels = 'readable';
      try {
        context?.getImageData(0, 0, 1, 1);
      } catch (error) {
        pixels = String((error as Error).name);
      }
      return `${image.naturalWidth} × ${image.naturalHeight}, ${pixels}`;
    },
    { address: url, mode: crossOrigin },
  );
}

describe.skipIf(!hasChromium)('photos in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();
  const server = openOnce(overSocket);
  const site = openOnce(elsewhere);
  let page: Page;
  const at = (sandbox: string, query = ''): string => `${server.origin}/sandboxes/${sandbox}${PHOTO}${query}`;

  beforeAll(async () => {
    page = await (await openContext()).newPage();
    await page.goto(site.origin);
  });
  afterAll(() => page.context().close());

  /** The statuses of a sandbox's answers. */
  async function statuses(sandbox: string): Promise<number[]> {
    const { data } = (await (await server.fetch(`/sandboxes/${sandbox}/requests`)).json()) as {
      data: { status: number }[];
    };
    return data.map(({ status }) => status);
  }

  it('come in parts, which are the whole', async () => {
    const whole = await server.fetch(PHOTO);
    const { hash, tag, ...read } = await inParts(page, at('parts'), 40_000);
    expect(read).toEqual({ statuses: [206], parts: 4, length: LENGTH });
    expect([hash, tag]).toEqual([whole.headers.get('etag'), whole.headers.get('etag')]);
  });

  it.each([
    ['', '640 × 480'],
    ['?size=thumb', '160 × 120'],
    ['?format=svg', '640 × 480'],
    ['?format=svg&size=thumb', '160 × 120'],
  ])('are shown: %s', async (query, size) => {
    expect(await shown(page, at('shown', query), null)).toBe(`${size}, SecurityError`);
    expect(await shown(page, at('shown-cors', query), 'anonymous')).toBe(`${size}, readable`);
  });

  it('are shown under cors=restrict as well, but taint a canvas', async () => {
    expect(await shown(page, at('restrict', '?cors=restrict'), null)).toBe('640 × 480, SecurityError');
    // At another address: Chromium gives an image that it has shown to whoever asks in whatever mode.
    expect(await shown(page, at('restrict-cors', '?cors=restrict'), 'anonymous')).toBe('not shown');
  });

  it('are not asked for again for a day, and asked for by their tag where a page insists', async () => {
    const load = (cache: RequestCache) =>
      page.evaluate(
        async ({ address, mode }) => {
          const answer = await fetch(address, { cache: mode });
          return [answer.status, (await answer.arrayBuffer()).byteLength];
        },
        { address: at('kept'), mode: cache },
      );
    for (const cache of ['default', 'default', 'no-cache'] as const) expect(await load(cache)).toEqual([200, LENGTH]);
    expect(await statuses('kept')).toEqual([200, 304]);
  });
});
