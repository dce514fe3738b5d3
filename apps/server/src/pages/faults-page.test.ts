/** The faults at /faults, in both forms, as the contract has them. */
import { fault, faultRule, presets } from '@understudy/contract/sandboxes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { inProcess, type TestServer } from '../../test/support.js';
import type { faultCatalog } from './faults-page.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const options = fault.options.map((option) => ({ name: option.shape.fault.value, option }));

let server: TestServer;
let data: ReturnType<typeof faultCatalog>;
let page: string;
beforeAll(async () => {
  server = await inProcess();
  ({ data } = (await (await server.fetch('/faults')).json()) as { data: ReturnType<typeof faultCatalog> });
  page = await (await server.fetch('/faults', { headers: { accept: BROWSER } })).text();
});
afterAll(() => server.close());

/** The part of the page that is about one fault. */
function sectionOf(name: string): string {
  return page.split('<section').find((part) => part.includes(`<h3 id="${name}">`)) ?? '';
}

describe.each(options)('$name', ({ name, option }) => {
  const entry = () => data.faults.find((one) => one.fault === name);

  it('is described with each of its parameters, and with no other', () => {
    const { fault: _, ...parameters } = option.shape as Record<string, z.ZodType>;
    expect(entry()?.description).toBe(option.meta()?.description);
    expect(entry()?.parameters.map((parameter) => parameter.name)).toEqual(Object.keys(parameters));
    for (const parameter of entry()?.parameters ?? []) {
      const schema = parameters[parameter.name];
      expect(parameter.description).toMatch(/^[A-Z].*\.$/);
      expect(parameter.required).toBe(schema?.safeParse(undefined).success === false);
      expect(parameter.default).toEqual(schema?.safeParse(undefined).data);
      expect(parameter.type ?? parameter.anyOf).toBeDefined();
    }
  });

  it('stands on the page with its parameters, and with lines for query, header and rule', () => {
    const section = sectionOf(name);
    const example = entry()?.example ?? '';
    expect(example).toMatch(new RegExp(`^${name}`));
    const shown = example.replaceAll('"', '&quot;');
    expect(section).toContain(`>fault=${shown}<`);
    expect(section).toContain(`>Understudy-Fault: ${shown}<`);
    const rule = JSON.stringify({ rules: [{ fault: example }] }).replaceAll('"', '&quot;');
    expect(section).toContain(
      `/sandboxes/default/faults&#39; -H &#39;Content-Type: application/json&#39; -d &#39;${rule}`,
    );
    for (const parameter of entry()?.parameters ?? []) expect(section).toContain(`<code>${parameter.name}</code>`);
  });
});

it('says which values a parameter takes', () => {
  const parametersOf = (name: string) => data.faults.find((one) => one.fault === name)?.parameters;
  expect(parametersOf('status')).toMatchObject([{ name: 'code', type: 'integer', minimum: 400, maximum: 599 }, {}, {}]);
  expect(parametersOf('bad_gateway')?.[0]).toMatchObject({ enum: [502, 503, 504], default: 502 });
  expect(sectionOf('status')).toContain('<td>400 to 599</td>');
  expect(sectionOf('rate_limit')).toContain('0 to 86400, or <code>date</code>, <code>past</code>');
});

it('has the presets with their rules, and the members of a rule', () => {
  expect(data.presets).toEqual(Object.entries(presets).map(([name, preset]) => ({ name, ...preset })));
  const members = Object.keys(faultRule.shape);
  expect(data.rule.map(({ name }) => name)).toEqual(members);
  for (const { description } of [...data.rule, ...data.when, ...data.answer]) expect(description).toMatch(/\.$/);
  expect(data.when.map(({ name }) => name)).toEqual(['operation', 'method', 'path', 'query', 'header']);
  expect(data.answer.map(({ name }) => name)).toEqual(['status', 'headers', 'body']);
  for (const name of [...members, ...Object.keys(presets)]) expect(page).toContain(`<code>${name}</code>`);
});

it('is struck by no rule', async () => {
  const sandbox = '/sandboxes/broken';
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ rules: [{ fault: 'server_error' }] });
  expect((await server.fetch(`${sandbox}/faults`, { method: 'PUT', headers, body })).status).toBe(200);
  for (const path of ['/faults', `${sandbox}/`, `${sandbox}/docs`, `${sandbox}/inspect`]) {
    expect((await server.fetch(path, { headers: { accept: BROWSER } })).status).toBe(200);
  }
});

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json, text/html;q=0.5', 'application/json'],
  [BROWSER, 'text/html; charset=utf-8'],
])('Accept: %s gets %s', async (accept, type) => {
  const answer = await server.fetch('/faults', accept === undefined ? {} : { headers: { accept } });
  expect(answer.headers.get('content-type')).toBe(type);
  expect(answer.headers.get('vary')).toContain('Accept');
});

it('has each id once, and its headings in order', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  // What a button copies is named after it, so each needs a name of its own.
  const copied = [...page.matchAll(/data-copy="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(copied).size).toBe(copied.length);
});

it('is made once for each address, which the lines name', async () => {
  const written = vi.spyOn(JSON, 'stringify');
  /** How many commands were written for a page. */
  const commandsOf = async (path: string): Promise<number> => {
    written.mockClear();
    await (await server.fetch(path, { headers: { accept: BROWSER } })).text();
    return written.mock.calls.filter(([value]) => Object.hasOwn(Object(value) as object, 'rules')).length;
  };
  const paths = ['http://once.local/faults', 'http://once.local/faults?page=1', 'http://twice.local/faults'];
  const counts: number[] = [];
  for (const path of paths) counts.push(await commandsOf(path));
  expect(counts).toEqual([options.length, 0, options.length]);
});
