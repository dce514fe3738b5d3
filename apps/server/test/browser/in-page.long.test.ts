/** The server in a page and in a service worker of a real browser, the network cut off. */
import { contract } from '@understudy/contract';
import { operations, sampleInput } from '@understudy/tooling/operations';
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { petShop } from '../openapi/pet-shop.fixture.js';
import { documentAnswers } from './apps/document-answers.js';
import { everyAnswer } from './apps/every-answer.js';
import type { Asked } from './apps/page.js';
import { mswVersions, type Site, site } from './apps/site.js';
import { ask } from './ask.js';
import { hasChromium, useChromium } from './chromium.js';

const clock = '2026-03-01T12:00:00.000Z';

const asked = <Result>(page: Page, what: (given: Asked) => Result): Promise<Awaited<Result>> =>
  page.evaluate(`(${String(what)})(globalThis.asked)`) as Promise<Awaited<Result>>;

describe.skipIf(!hasChromium)('without a network', { timeout: patient(60_000) }, () => {
  const openContext = useChromium();
  let apps: Site;
  let page: Page;

  function serveApps(msw?: (typeof mswVersions)[number]): void {
    beforeAll(async () => {
      apps = await site(msw);
    }, patient(60_000));
    afterAll(() => apps.close());
  }

  async function open(path: string, ready: string): Promise<void> {
    page = await (await openContext()).newPage();
    await page.goto(apps.origin + path);
    await page.waitForFunction(ready);
    await page.context().setOffline(true);
    expect(await ask(page, `${apps.origin}/page.js?not=there`)).toEqual({ refused: 'TypeError' });
  }

  describe.each(mswVersions)('the server in a page, behind the worker of %s', (msw) => {
    serveApps(msw);
    beforeAll(() => open('/', "'asked' in globalThis && navigator.serviceWorker.controller !== null"), patient(60_000));
    afterAll(() => page.context().close());

    test('answers every operation as Node does, byte for byte, but judges nobody', async () => {
      const inNode = await everyAnswer(apps.origin, () => {
        const server = createUnderstudy({ clock, publicUrl: apps.origin });
        return (path, init) => server.fetch(path, init);
      });
      expect(Object.keys(inNode).length).toBe(2 * operations.length);
      const inPage = await asked(page, (given) => given.everyAnswer());
      for (const [name, answer] of Object.entries(inPage)) {
        const isVerdicts = name.startsWith('sandboxes.listVerdicts ');
        if (isVerdicts) expect(answer).toContain('a server in a browser does not judge its clients');
        else expect(answer, name).toBe(inNode[name]);
      }
      expect(Object.keys(inPage)).toEqual(Object.keys(inNode));
    });

    test('makes an API of an OpenAPI document, which answers as in Node, byte for byte', async () => {
      const server = createUnderstudy({ openapi: petShop, clock, publicUrl: apps.origin, log: 'off' });
      const inNode = await documentAnswers((path, init) => server.fetch(path, init));
      await server.close();
      const statuses = inNode.map((answer) => Number(/: (\d{3}) /.exec(answer)?.[1]));
      expect(statuses).toEqual([200, 201, 200, 400, 204, 404, 200]);
      expect(await asked(page, (given) => given.documentAnswers())).toEqual(inNode);
    });

    test('lists, creates, meets faults, and says what it was asked', async () => {
      const list = await ask(page, '/api/education/courses?per_page=2');
      expect([list.status, JSON.parse(list.body ?? '').data.length]).toEqual([200, 2]);
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify(sampleInput(contract.education.operations.createCourse));
      const made = await ask(page, '/api/education/courses', { method: 'POST', headers: json, body });
      expect(made.status, made.body).toBe(200);
      const rules = JSON.stringify({ rules: [{ when: { path: '/api/education/students' }, fault: 'reset' }] });
      const set = await ask(page, '/sandboxes/default/faults', { method: 'PUT', headers: json, body: rules });
      expect(set.status, set.body).toBe(200);
      expect(await ask(page, '/api/education/students')).toEqual({ refused: 'TypeError' });
      const called = await ask(page, '/trpc/education.getCourse?input=%7B%22course_id%22%3A%22crs_0001%22%7D');
      expect(called.status).toBe(200);
      const journal = await ask(page, '/sandboxes/default/requests?method=POST&wait=20&min=1');
      expect(JSON.parse(journal.body ?? '').data).toMatchObject([{ path: '/api/education/courses' }]);
    });

    test('answers at the origin that the app asks, out of a sandbox', async () => {
      const found = await ask(page, 'https://api.example.com/api/education/courses/crs_0001');
      expect(found.status).toBe(200);
      const { body = '' } = await ask(page, 'https://api.example.com/api/education/courses/none');
      const base = 'https://api.example.com/sandboxes/elsewhere';
      expect(JSON.parse(body)).toMatchObject({ status: 404, type: 'https://api.example.com/problems/not_found' });
      const journal = await ask(page, `${base}/requests`);
      expect(JSON.parse(journal.body ?? '').data).toHaveLength(2);
    });

    test('signs tokens that the published keys prove', async () => {
      expect(await asked(page, (given) => given.verifiedToken('understudy-web'))).toBe(
        `RS256 ${apps.origin}/api/oauth`,
      );
      expect(await asked(page, (given) => given.verifiedToken('understudy-eddsa'))).toBe(
        `EdDSA ${apps.origin}/api/oauth`,
      );
    });
  });

  describe('the server in a service worker', () => {
    serveApps();
    beforeAll(() => open('/plain', 'navigator.serviceWorker.controller !== null'), patient(60_000));
    afterAll(() => page.context().close());

    test('answers the app', async () => {
      const server = createUnderstudy({ clock, publicUrl: apps.origin });
      const inNode = await server.fetch('/api/education/courses?per_page=3');
      const answer = await ask(page, '/api/education/courses?per_page=3');
      expect([answer.status, answer.body]).toEqual([200, await inNode.text()]);
      expect(answer.headers?.['etag']).toBe(inNode.headers.get('etag'));
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify({ course_id: 'crs_0001', student_id: 'stu_0002' });
      const made = await ask(page, '/api/education/enrollments', { method: 'POST', headers: json, body });
      expect([200, 409], made.body).toContain(made.status);
      expect((await ask(page, '/trpc/education.listCourses')).status).toBe(200);
      expect((await ask(page, '/sandboxes/default/requests')).status).toBe(200);
    });
  });
});
