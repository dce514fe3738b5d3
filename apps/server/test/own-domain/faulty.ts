/** A domain whose handlers do what none should. */
import {
  type Collection,
  defineDomain,
  get,
  implement,
  post,
  recordOf,
  seededId,
  writtenOf,
  z,
} from '../../src/domain.js';

const jar = z
  .object({ id: z.string(), content: z.unknown() })
  .meta({ id: 'Jar', description: 'A jar, with anything in it.' });

const jars: Collection<z.infer<typeof jar>> = {
  name: 'jars',
  prefix: 'jar',
  schema: jar,
  count: () => 5,
  seeded: (_, index) => ({ id: seededId('jar', index), content: 'sugar' }),
};

const texts = { summary: 'Do it', description: 'Does it.' };
const id = z.string();
const how = z.string();

const contract = defineDomain({
  name: 'jars',
  description: 'Jars.',
  operations: {
    getJar: get('/api/jars/{id}', { ...texts, input: z.object({ id }), output: recordOf(jar) }),
    openJar: get('/api/jars/{id}/open', { ...texts, input: z.object({ id, how }), output: recordOf(jar) }),
    fillJar: post('/api/jars/{id}', { ...texts, input: z.object({ id, how }), output: writtenOf(jar) }),
  },
});

const cyclic: { own?: unknown } = {};
cyclic.own = cyclic;

/** How long a handler loops that holds the process, in ms. */
const LOOP_MS = 1200;

/** Things that a handler can do, by name: what it gives, or puts. */
const contents: Readonly<Record<string, () => unknown>> = {
  cyclic: () => cyclic,
  'a BigInt': () => 1n,
  'a function': () => () => 1,
  'a lot': () => 'x'.repeat(20_000_000),
};

const outcomes: Readonly<Record<string, (content: unknown) => unknown>> = {
  nothing: () => undefined,
  'a text': () => 'sugar',
  'another shape': () => ({ value: { id: 1 } }),
  'a number as value': () => ({ value: 7 }),
  'a list with nonsense': () => ({ value: [{ id: 1 }] }),
  nowhere: () => new Promise(() => undefined),
  'its secret': () => {
    throw new Error('the password is hunter2');
  },
  loop: (content) => {
    const until = performance.now() + LOOP_MS;
    while (performance.now() < until);
    return content;
  },
};

/** What a call asks for, in place of what is right. */
const doing = (asked: string, right: unknown): never => {
  const found = outcomes[asked]?.(right);
  return (asked in outcomes ? found : right) as never;
};

/** Jars whose handlers do what none should, as `how` says. */
export const faulty = implement(contract, {
  collections: [jars],
  handlers: {
    getJar: ({ input, records }) => ({ value: records.find(jars, input.id) }),
    openJar: ({ input, records }) =>
      doing(input.how, { value: { ...records.find(jars, input.id), content: contents[input.how]?.() ?? 'nothing' } }),
    fillJar: ({ input, records }) => {
      const filled = records.put(jars, { id: input.id, content: contents[input.how]?.() ?? input.how });
      return doing(input.how, { value: [filled] });
    },
  },
});
