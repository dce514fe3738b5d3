/** The tools of an agent: each is a request to the control API of a server, a look at its document, or a drill. */
import { conductTexts, presetNames, presets, severities } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import type { CommandLine, Invocation } from '../commands.js';
import { drill } from '../documents.js';
import { memberOf, type Target } from '../remote-server.js';
import { explained, listed } from './operations.js';

/** Whom the tools ask, and what a drill is run with. */
export interface Session extends Pick<Target, 'server' | 'sandbox'> {
  readonly given: CommandLine;
  readonly invocation: Invocation;
}

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
  /** What it answers: a text, or data that is sent as JSON. It throws what the agent reads as an error. */
  readonly run: (given: never, session: Session) => Promise<unknown>;
}

/** Describes a tool; whoever calls it has read the input by its schema. */
const tool = <Input extends z.ZodObject>(
  described: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    readonly run: (given: z.infer<Input>, session: Session) => Promise<unknown>;
  },
): Tool => described;

const READS = { readOnlyHint: true };
const CHANGES = { readOnlyHint: false, destructiveHint: false };
const DESTROYS = { readOnlyHint: false, destructiveHint: true };

const sandbox = z
  .string()
  .optional()
  .describe('Name of the sandbox; any name works at once. By default the one of the URL, else `default`.');
const page = z.int().min(1).default(1).describe('Page of the list, of 50 each.');
const instant = z.string().describe('ISO 8601, such as 2026-01-01T00:00:00Z.');

/** The path of a sandbox in the control API. */
const pathOf = (name: string | undefined, session: Session): string =>
  `/sandboxes/${encodeURIComponent(name ?? session.sandbox)}`;

/** A list of the control API, by the filters that are there: its records, how many there are, and what is missing. */
async function list(path: string, filters: Readonly<Record<string, unknown>>, { server }: Session) {
  const known = Object.entries({ ...filters, per_page: 50 }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(known.map(([name, value]): [string, string] => [name, String(value)]));
  const answer = await server.ask(`${path}?${query.toString()}`);
  return {
    records: recordsOf(answer),
    total: memberOf(memberOf(answer, 'pagination'), 'total'),
    incomplete: memberOf(memberOf(answer, 'meta'), 'incomplete'),
  };
}

const recordsOf = (answer: unknown): readonly unknown[] => [memberOf(answer, 'data')].flat();

/** The members of a record that an agent needs. */
const only =
  (...names: readonly string[]) =>
  (record: unknown): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.map((name) => [name, memberOf(record, name)]));

const shownSandbox = only('name', 'base_url', 'seed', 'revision', 'clock', 'unreadable');
const shownRule = only('id', 'enabled', 'when', 'per', 'times', 'fault', 'answer', 'matched', 'struck');
const shownRequest = only('sequence', 'received_at', 'method', 'path', 'query', 'status', 'fault', 'duration_ms');
const shownVerdict = only('rule', 'severity', 'detail', 'requests', 'code', 'pointer');

const rule = z
  .looseObject({
    fault: z.string().optional().describe('Such as `server_error`, `delay;ms=300`, `rate_limit;retry_after=2`.'),
    answer: z.looseObject({ status: z.int() }).optional().describe('A fixed answer instead: status, headers, body.'),
    when: z.looseObject({}).optional().describe('method, path (`/api/**`), operation, query, header.'),
    times: z.int().optional().describe('How often it is applied at most.'),
    per: z.string().optional().describe('What is counted separately: sandbox, operation, url, token or client.'),
  })
  .describe('Also after, every, probability, from, until, id, enabled.');

const presetList = presetNames.map((name) => `${name}: ${presets[name].description}`).join('\n');

/** The tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  tool({
    name: 'list_operations',
    description: 'Lists the operations of the API that is served: method, path, name and summary.',
    annotations: READS,
    input: z.object({ search: z.string().optional().describe('Only those that have this text.') }),
    run: async ({ search }, { server }) => listed(await server.ask('/openapi.json'), search),
  }),
  tool({
    name: 'explain_operation',
    description: 'Explains an operation of the API: parameters, body, answers, errors, and the schemas that they name.',
    annotations: READS,
    input: z.object({ operation: z.string().describe('Its name, or method and path such as `GET /api/notes/{id}`.') }),
    run: async ({ operation }, { server }) => explained(await server.ask('/openapi.json'), operation),
  }),
  tool({
    name: 'open_sandbox',
    description:
      'Opens a private copy of the whole API: data, clock, faults and journal. Give its base_url to the client that you test. One that is there is configured anew, and its journal is cleared.',
    annotations: DESTROYS,
    input: z.object({
      sandbox,
      seed: z.string().optional().describe('Seed of the data; only before the first write.'),
      clock: instant.optional().describe('Instant at which its clock stands still, or `real`.'),
      from: z.string().optional().describe('Sandbox to copy.'),
    }),
    run: async ({ sandbox: name, ...body }, session) =>
      shownSandbox(recordsOf(await session.server.ask(pathOf(name, session), { method: 'PUT', body }))[0]),
  }),
  tool({
    name: 'list_sandboxes',
    description: 'Lists the sandboxes that were configured or written to.',
    annotations: READS,
    input: z.object({ page }),
    run: async (given, session) => {
      const { records, total } = await list('/sandboxes', given, session);
      return { sandboxes: records.map(shownSandbox), total };
    },
  }),
  tool({
    name: 'reset_sandbox',
    description: 'Takes back every write, rule and change of the clock in a sandbox, and clears its journal.',
    annotations: DESTROYS,
    input: z.object({ sandbox }),
    run: async ({ sandbox: name }, session) =>
      shownSandbox(recordsOf(await session.server.ask(`${pathOf(name, session)}/reset`, { method: 'POST' }))[0]),
  }),
  tool({
    name: 'delete_sandbox',
    description: 'Forgets a sandbox and everything that was written to it.',
    annotations: DESTROYS,
    input: z.object({ sandbox }),
    run: async ({ sandbox: name }, session) => {
      await session.server.ask(pathOf(name, session), { method: 'DELETE' });
      return `The sandbox ${name ?? session.sandbox} is deleted.`;
    },
  }),
  tool({
    name: 'set_faults',
    description: `Makes requests to a sandbox fail: replaces its fault rules by a preset or by rules; no rules clear them. The resource understudy://faults has every fault. Presets:\n${presetList}`,
    annotations: CHANGES,
    input: z.object({ sandbox, preset: z.enum(presetNames).optional(), rules: z.array(rule).default([]) }),
    run: async ({ sandbox: name, preset, rules }, session) => {
      const all = preset === undefined ? rules : [...rules, { fault: `preset;name=${preset}` }];
      const path = `${pathOf(name, session)}/faults`;
      const answer = await session.server.ask(path, { method: 'PUT', body: { rules: all } });
      return { rules: recordsOf(answer).map(shownRule) };
    },
  }),
  tool({
    name: 'list_faults',
    description: 'Lists the fault rules of a sandbox, with how many requests each has matched and struck.',
    annotations: READS,
    input: z.object({ sandbox, page }),
    run: async ({ sandbox: name, ...filters }, session) => {
      const { records, total } = await list(`${pathOf(name, session)}/faults`, filters, session);
      return { rules: records.map(shownRule), total };
    },
  }),
  tool({
    name: 'set_clock',
    description: 'Stops the clock of a sandbox, moves it forward, or lets it run. Tokens and webhooks follow it.',
    annotations: CHANGES,
    input: z.object({
      sandbox,
      action: z.enum(['freeze', 'advance', 'resume']),
      at: instant.optional().describe('With freeze: the instant to stop at.'),
      seconds: z.number().optional().describe('With advance: how far to go.'),
    }),
    run: async ({ sandbox: name, ...body }, session) =>
      recordsOf(await session.server.ask(`${pathOf(name, session)}/clock`, { method: 'POST', body }))[0],
  }),
  tool({
    name: 'read_journal',
    description: 'Lists the requests that a sandbox has answered, oldest first: what the client really sent.',
    annotations: READS,
    input: z.object({
      sandbox,
      method: z.string().optional().describe('Such as `POST`, or `POST,PATCH`.'),
      path: z.string().optional().describe('Below the base URL; a `*` at the end stands for anything.'),
      status: z.int().optional(),
      since: z.int().optional().describe('Only requests after this sequence.'),
      min: z.int().optional().describe('With wait: how many requests to wait for.'),
      wait: z.number().min(0).max(25).optional().describe('Longest time to wait for them, in seconds.'),
      whole: z.boolean().default(false).describe('With headers and bodies of requests and answers, masked.'),
      page,
    }),
    run: async ({ sandbox: name, whole, ...filters }, session) => {
      const { records, ...rest } = await list(`${pathOf(name, session)}/requests`, filters, session);
      return { requests: whole ? records : records.map(shownRequest), ...rest };
    },
  }),
  tool({
    name: 'read_verdicts',
    description:
      'Says what the clients of a sandbox did wrong, with the requests of the journal that show it and what to do about it. No verdicts: nothing was found.',
    annotations: READS,
    input: z.object({ sandbox, severity: z.enum(severities).optional().describe('Only of this severity.'), page }),
    run: async ({ sandbox: name, ...filters }, session) => {
      const { records, ...rest } = await list(`${pathOf(name, session)}/conduct`, filters, session);
      const rules = new Set(records.map((record) => memberOf(record, 'rule')));
      const texts = Object.entries(conductTexts).filter(([id]) => rules.has(id));
      const todo = Object.fromEntries(texts.map(([id, { advice }]) => [id, advice]));
      return { verdicts: records.map(shownVerdict), advice: todo, ...rest };
    },
  }),
  tool({
    name: 'run_drill',
    description:
      'Runs a command of this machine once in calm and once for each kind of trouble, and judges how it behaved. It finds the base URL of the API in UNDERSTUDY_URL. Name a few plans first: all of them take long.',
    annotations: { ...DESTROYS },
    input: z.object({
      command: z.array(z.string()).min(1).describe('Program and arguments, such as ["npm", "test"]; no shell.'),
      plans: z.array(z.enum(presetNames)).default([]).describe('By default all.'),
      env: z.array(z.string()).default([]).describe('Further variables that hold the base URL.'),
      timeout: z.int().min(1).default(60).describe('Longest time of the command under a plan, in seconds.'),
    }),
    run: async ({ command, ...values }, { given, invocation }) => {
      let text = '';
      const print = (part: string): void => void (text += part);
      const own = { ...given, values: { ...given.values, ...values }, program: command };
      const write = (bytes: Uint8Array): number => {
        print(Buffer.from(bytes).toString());
        return bytes.byteLength;
      };
      await drill.run(own, { ...invocation, isTerminal: true, write, complain: print });
      return text;
    },
  }),
];
