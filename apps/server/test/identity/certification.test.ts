/** Every module of the certification plans as docs/oidc-conformance.md lists it: a test of its name where it passes, and a reason where none applies. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { long } from '../long.js';
import { overSocket } from '../support.js';
import { useServer } from '../use-server.js';
import { dynamicModules } from './certification-dynamic.js';
import { configModules, flowModules, type Modules } from './certification-flows.js';
import { backChannelModules, frontChannelModules, rpInitiatedModules } from './certification-logout.js';
import * as plans from './certification-plans.js';

const page = readFileSync(new URL('../../../../docs/oidc-conformance.md', import.meta.url), 'utf8');

const server = useServer();
const logout = useServer(overSocket, { clock: 'real', webhookDelivery: 'on' });

const formPost = { response_mode: 'form_post' };

/** The plans, each under the heading of its table. A plain run tries those for codes alone. */
const listed: readonly (readonly [heading: string, plan: string, modules: readonly string[], tests: Modules])[] = [
  ['Basic OP', 'basic', plans.basicPlan, flowModules(server, 'code')],
  ['Implicit OP', 'implicit', plans.implicitPlan, flowModules(server, 'id_token')],
  ['Hybrid OP', 'hybrid', plans.hybridPlan, flowModules(server, 'code id_token')],
  ['Form Post OP: codes', 'formpost-basic', plans.basicPlan, flowModules(server, 'code', formPost)],
  ['Form Post OP: ID tokens', 'formpost-implicit', plans.implicitPlan, flowModules(server, 'id_token', formPost)],
  [
    'Form Post OP: codes with ID tokens',
    'formpost-hybrid',
    plans.hybridPlan,
    flowModules(server, 'code id_token', formPost),
  ],
  ['Config OP', 'config', plans.configPlan, configModules(server)],
  ['Dynamic OP', 'dynamic', plans.dynamicPlan, dynamicModules(server)],
  ['RP-Initiated OP', 'rp-initiated-logout', plans.rpInitiatedLogoutPlan, rpInitiatedModules(logout)],
  ['Front-Channel OP', 'frontchannel-rp-initiated-logout', plans.frontChannelLogoutPlan, frontChannelModules(logout)],
  ['Back-Channel OP', 'backchannel-rp-initiated-logout', plans.backChannelLogoutPlan, backChannelModules(logout)],
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
  expect(page).toContain(plans.SUITE.commit);
  expect(page).toContain(plans.SUITE.date);
});

describe.each(listed)('%s', (heading, plan, modules, tests) => {
  const rows = rowsOf(heading);

  test('has a table with every module of the plan, in its order, and with what each checks', () => {
    expect(page).toContain(`\`oidcc-${plan}-certification-test-plan\``);
    expect(rows.map(({ module }) => module)).toEqual(modules);
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
