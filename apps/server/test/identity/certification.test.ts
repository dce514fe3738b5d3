/** Every module of the certification plans as docs/oidc-conformance.md lists it: a test of its name where it passes, and a reason where none applies. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { long } from '../long.js';
import { overSocket, useServer } from '../support.js';
import { dynamicModules } from './certification-dynamic.js';
import { configModules, flowModules, type Modules } from './certification-flows.js';
import { backChannelModules, frontChannelModules, rpInitiatedModules } from './certification-logout.js';

const page = readFileSync(new URL('../../../../docs/oidc-conformance.md', import.meta.url), 'utf8');

const server = useServer();
const logout = useServer(overSocket, { clock: 'real', webhookDelivery: 'on' });

const formPost = { response_mode: 'form_post' };

/** Commit of the suite that the page has the modules of its plans from, and its date. */
const SUITE = { commit: '12f2a4d', date: '2026-08-20' };

/**
 * The plans, each under the heading of its table, with the digest of the names of its modules in the order of the suite,
 * one a line. A plain run tries those for codes alone.
 */
const listed: readonly (readonly [heading: string, plan: string, modules: string, tests: Modules])[] = [
  ['Basic OP', 'basic', '370c6830164d', flowModules(server, 'code')],
  ['Implicit OP', 'implicit', 'f68d3eed253f', flowModules(server, 'id_token')],
  ['Hybrid OP', 'hybrid', 'ae2c52ecaed0', flowModules(server, 'code id_token')],
  ['Form Post OP: codes', 'formpost-basic', '370c6830164d', flowModules(server, 'code', formPost)],
  ['Form Post OP: ID tokens', 'formpost-implicit', 'f68d3eed253f', flowModules(server, 'id_token', formPost)],
  [
    'Form Post OP: codes with ID tokens',
    'formpost-hybrid',
    'ae2c52ecaed0',
    flowModules(server, 'code id_token', formPost),
  ],
  ['Config OP', 'config', '7f0ef40413ce', configModules(server)],
  ['Dynamic OP', 'dynamic', 'a759db02e851', dynamicModules(server)],
  ['RP-Initiated OP', 'rp-initiated-logout', 'deb1f76db5e0', rpInitiatedModules(logout)],
  ['Front-Channel OP', 'frontchannel-rp-initiated-logout', '4c58a2a8cfeb', frontChannelModules(logout)],
  ['Back-Channel OP', 'backchannel-rp-initiated-logout', 'd4843667f29e', backChannelModules(logout)],
];
const quick = ['basic', 'formpost-basic', 'config'];

/** The rows of the table under a heading. */
function rowsOf(heading: string) {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `oidcc-'))
    .map((line) => {
      const [, module = '', checks = '', named = '', result = ''] = line.split('|').map((cell) => cell.trim());
      return { module: module.replaceAll('`', ''), checks, named, result };
    });
}

test('the page names the suite that the plans were read from', () => {
  expect(page).toContain(SUITE.commit);
  expect(page).toContain(SUITE.date);
});

describe.each(listed)('%s', (heading, plan, modules, tests) => {
  const rows = rowsOf(heading);

  test('has a table with every module of the plan, in its order, and with what each checks', () => {
    expect(page).toContain(`\`oidcc-${plan}-certification-test-plan\``);
    const names = rows.map(({ module }) => module).join('\n');
    expect(createHash('sha256').update(names).digest('hex').slice(0, 12), names).toBe(modules);
    for (const { module, checks } of rows) expect(checks.length, module).toBeGreaterThan(20);
  });

  test('has a test of the same name for each module that passes, and of the others says why they do not apply', () => {
    const passing = rows.filter(({ result }) => result.startsWith('passes')).map(({ module }) => module);
    expect(Object.keys(tests).toSorted()).toEqual(passing.toSorted());
    for (const { module, named, result } of rows) {
      const passes = passing.includes(module);
      expect(named, module).toBe(passes ? `\`${module}\`` : 'none');
      if (!passes) expect(result, module).toMatch(/^not applicable: \w.{20,}/);
    }
  });

  const trying = quick.includes(plan) ? test : long;
  trying.each(Object.entries(tests))('%s', async (_module, run) => {
    await run();
  });
});
