/** What has to hold of a server below a prefix, as its clients see it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

const json = async (url) => (await fetch(url)).json();

/** By what each shows. */
export const prefixTries = {
  'documents, problems and lists name addresses below it': async ({ root }) => {
    const { servers } = await json(`${root}/openapi.json`);
    assert.deepEqual(servers, [{ url: root }]);
    const problem = await json(`${root}/api/education/courses/none`);
    assert.equal(problem.type, `${root}/problems/not_found`);
    assert.equal(problem.instance, `${new URL(root).pathname}/api/education/courses/none`);
    assert.equal((await fetch(problem.type)).status, 200);
    let pages = 0;
    let next = `${root}/sandboxes/a/api/education/courses?pagination_style=link&per_page=50`;
    for (; next !== undefined; pages += 1) {
      const answer = await fetch(next);
      assert.equal(answer.status, 200);
      next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    assert.equal(pages, 4);
  },

  'the issuer is found both ways': async ({ root }) => {
    const issuer = `${root}/sandboxes/a/api/oauth`;
    const { origin, pathname } = new URL(issuer);
    for (const url of [
      `${issuer}/.well-known/openid-configuration`,
      `${origin}/.well-known/oauth-authorization-server${pathname}`,
    ]) {
      const metadata = await json(url);
      assert.equal(metadata.issuer, issuer);
      assert.equal((await fetch(metadata.jwks_uri)).status, 200);
    }
  },

  'the start page and /docs work in Chromium': async ({ root, openContext }) => {
    const context = await openContext();
    const page = await context.newPage();
    const failed = [];
    page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()));
    page.on('pageerror', (error) => failed.push(error.message));
    page.on('requestfailed', (request) => failed.push(request.url()));
    await page.goto(`${root}/`);
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.waitForURL(`${root}/docs`);
    await page.locator('#operations-tag-education').click();
    const operation = page.locator('#operations-education-education\\.listCourses, [id$="listCourses"]').first();
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const shown = operation.locator('.live-responses-table');
    await shown.waitFor();
    assert.match(await shown.innerText(), /200/);
    assert.match(await operation.locator('.request-url').innerText(), new RegExp(`${root}/api/education/courses`));
    assert.deepEqual(failed, []);
    await context.close();
  },

  'a person logs in on the page, in Chromium': async ({ root, openContext }) => {
    const base = `${root}/sandboxes/login`;
    const issuer = `${base}/api/oauth`;
    await fetch(base, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'page', clock: 'real' }),
    });
    // An app of another origin, which nobody has to serve.
    const callback = 'http://localhost:9/callback';
    const verifier = 'v'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const metadata = await json(`${issuer}/.well-known/openid-configuration`);
    const asked = new URLSearchParams({
      client_id: 'understudy-spa',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const context = await openContext();
    const page = await context.newPage();
    await page.route(`${callback}*`, (route) => route.fulfill({ body: 'logged in' }));
    await page.goto(`${metadata.authorization_endpoint}?${asked}`);
    await page.getByRole('heading', { name: 'Who logs in?' }).waitFor();
    await page.locator('button[name="login_as"]').first().click();
    await page.waitForURL(`${callback}*`);
    const code = new URL(page.url()).searchParams.get('code');
    await context.close();
    const grant = { grant_type: 'authorization_code', client_id: 'understudy-spa', redirect_uri: callback };
    const body = new URLSearchParams({ ...grant, code, code_verifier: verifier });
    const answer = await fetch(metadata.token_endpoint, { method: 'POST', body });
    const { access_token, id_token } = await answer.json();
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString());
    assert.equal(claims.iss, issuer);
    const headers = { authorization: `Bearer ${access_token}` };
    const userinfo = await (await fetch(metadata.userinfo_endpoint, { headers })).json();
    assert.equal(userinfo.sub, claims.sub);
  },
};
