/** `understudy mcp` as an agent uses it: the client of the protocol's own SDK, over standard input and output. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SERVER_MAIN } from '@understudy/tooling/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonRequest, overSocket, type TestServer } from '../support.js';

const agent = new Client({ name: 'agent', version: '1.0.0' });

const connect = (client: Client, ...flags: readonly string[]) =>
  client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER_MAIN, 'mcp', ...flags] }));

/** What a tool says. */
async function call(name: string, given: Record<string, unknown> = {}, client = agent) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
}

const dataOf = async (...given: Parameters<typeof call>): Promise<unknown> => JSON.parse((await call(...given)).text);

beforeAll(() => connect(agent, '--clock', '2026-01-01T00:00:00Z'));
afterAll(() => agent.close());

/** A client that repeats each write, without a key, where no answer comes. */
const CARELESS = `
  const write = (course_id) => fetch(process.env.UNDERSTUDY_URL + '/api/education/enrollments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ student_id: 'stu_0001', course_id }),
  });
  for (let number = 11; number < 31; number += 1) await write('crs_00' + number).catch(() => write('crs_00' + number));
`;

it('has an agent find an unsafe retry: the operation, a sandbox, a fault, the journal, a verdict, and what to do', async () => {
  const { text: operations } = await call('list_operations', { search: 'enroll a student' });
  expect(operations).toMatch(/^POST \/api\/education\/enrollments {2}education\.createEnrollment/);
  expect(await dataOf('explain_operation', { operation: 'createEnrollment' })).toMatchObject({
    route: 'POST /api/education/enrollments',
    schemas: { Enrollment: { type: 'object' } },
  });

  const sandbox = 'checkout';
  const opened = (await dataOf('open_sandbox', { sandbox, seed: 'agent' })) as { base_url: string };
  expect(opened).toMatchObject({ name: sandbox, seed: 'agent', clock: { mode: 'frozen' } });
  await call('set_faults', { sandbox, rules: [{ when: { method: 'POST' }, times: 1, fault: 'reset;commit=after' }] });

  const write = () =>
    fetch(
      `${opened.base_url}/api/education/enrollments`,
      jsonRequest('POST', { student_id: 'stu_0001', course_id: 'crs_0001' }),
    );
  await write().catch(write);

  expect(await dataOf('read_journal', { sandbox, min: 2, wait: 10 })).toMatchObject({
    requests: [
      { method: 'POST', status: null, fault: { fault: 'reset;commit=after' } },
      { method: 'POST', status: 200 },
    ],
    total: 2,
  });
  expect(await dataOf('list_faults', { sandbox })).toMatchObject({ rules: [{ matched: 2, struck: 1 }] });
  const found = await dataOf('read_verdicts', { sandbox, severity: 'error' });
  expect(found).toMatchObject({
    verdicts: expect.arrayContaining([expect.objectContaining({ rule: 'retried_unsafe', requests: [1, 2] })]),
    advice: { retried_unsafe: expect.stringContaining('Idempotency-Key') },
  });
  const { contents } = await agent.readResource({ uri: 'understudy://conduct/retried_unsafe' });
  expect(contents).toMatchObject([{ text: expect.stringContaining('RFC 9110') }]);

  expect(await dataOf('set_clock', { sandbox, action: 'advance', seconds: 86_400 })).toMatchObject({
    now: '2026-01-02T00:00:00.000Z',
  });
  expect(await dataOf('reset_sandbox', { sandbox })).toMatchObject({ clock: { now: '2026-01-01T00:00:00.000Z' } });
  expect(await dataOf('read_verdicts', { sandbox })).toMatchObject({ verdicts: [], total: 0 });
  expect(await dataOf('list_sandboxes')).toMatchObject({ sandboxes: [{ name: 'default' }, { name: sandbox }] });
  expect((await call('delete_sandbox', { sandbox })).isError).toBe(false);
});

it('runs a drill, and gives the agent what the command has printed where it failed', async () => {
  const command = [process.execPath, '--input-type=module', '-e', CARELESS];
  const { text } = await call('run_drill', { command, plans: ['lost_answers'] });
  expect(text).toMatch(/✓ calm .*\n✗ lost_answers [^]*error {2}retried_unsafe[^]*The drill failed: 2 plans, 1 failed/);
  const broken = await call('run_drill', { command: [process.execPath, '-e', 'throw new Error("no such host")'] });
  expect(broken.text).toMatch(/Error: no such host[^]*ended with exit code 1/);
});

it.each([
  ['set_faults', { rules: [{ fault: 'serverr' }] }, 'fault has the unknown fault "serverr"; the faults are'],
  ['set_faults', { preset: 'flaki' }, 'expected one of "flaky"'],
  ['open_sandbox', { sandbox: '../tokens' }, 'name must be 1 to 64 of'],
  ['explain_operation', { operation: 'education.listCours' }, 'did you mean education.listCourses?'],
  ['run_drill', { command: ['no-such-program'] }, 'there is no such command'],
])('says what is wrong with %s of %j', async (name, given, message) => {
  expect(await call(name, given)).toEqual({ isError: true, text: expect.stringContaining(message) });
});

it('has the pages, the rules and the faults to read, and says which there are', async () => {
  const { resources } = await agent.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris).toEqual(
    expect.arrayContaining(['understudy://faults', 'understudy://docs/recipes/axios', 'understudy://conduct/no_pkce']),
  );
  for (const uri of ['understudy://faults', 'understudy://docs/recipes/axios']) {
    expect((await agent.readResource({ uri })).contents).toHaveLength(1);
  }
  await expect(agent.readResource({ uri: 'understudy://docs/../README' })).rejects.toThrow('there is no page');
});

it('asks a server that runs, in the sandbox of its address, with the admin token', async () => {
  const server: TestServer = await overSocket({ adminToken: 'geheim' });
  const other = new Client({ name: 'agent', version: '1.0.0' });
  try {
    await connect(other, '--url', `${server.origin}/sandboxes/shop`, '--admin-token', 'geheim');
    await call('set_faults', { preset: 'rate_limited' }, other);
    const rules = await server.fetch('/sandboxes/shop/faults', { headers: { authorization: 'Bearer geheim' } });
    expect(await rules.json()).toMatchObject({ data: [{ fault: 'quota;limit=10;window=10' }] });
  } finally {
    await other.close();
    await server.close();
  }
});
