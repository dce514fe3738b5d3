/** Measures, in a process of its own, how long a server in it takes to be imported, made, and to answer first. */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [kind, from, settle] = process.argv.slice(2);
const PATH = '/api/education/courses?per_page=10';

/** How each of them is imported, and what makes one; what is made answers, and can be closed. */
const kinds = {
  understudy: async () => {
    const { createUnderstudy } = await import(pathToFileURL(from).href);
    return () => {
      const understudy = createUnderstudy();
      return { ask: () => understudy.fetch(PATH), close: () => understudy.close() };
    };
  },
  msw: async () => {
    const require = createRequire(from);
    const load = (name) => import(pathToFileURL(require.resolve(name)).href);
    const [{ http, HttpResponse }, { setupServer }] = await Promise.all(['msw', 'msw/node'].map(load));
    return () => {
      const server = setupServer(
        http.get('http://api.test/api/education/courses', () => HttpResponse.json({ data: [] })),
      );
      server.listen();
      return { ask: () => fetch(`http://api.test${PATH}`), close: () => server.close() };
    };
  },
  'json-server': async () => {
    const jsonServer = createRequire(from)('json-server');
    return () => {
      const app = jsonServer.create();
      app.use(jsonServer.defaults({ logger: false }));
      app.use('/api/education', jsonServer.router({ courses: [{ id: 1, title: 'Sketching' }] }));
      const server = createServer(app);
      const listening = new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      const ask = async () => {
        await listening;
        return fetch(`http://127.0.0.1:${server.address().port}${PATH}`);
      };
      return { ask, close: () => server.close() };
    };
  },
};

/** Milliseconds that the clock and the processor show. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpu: (user + system) / 1000 };
};
const since = (before) => {
  const after = now();
  return { ms: after.ms - before.ms, cpu: after.cpu - before.cpu };
};

async function answerOnce(make) {
  const before = now();
  const server = make();
  const made = since(before);
  const answer = await server.ask();
  await answer.text();
  const answered = since(before);
  if (answer.status !== 200) throw new Error(`${kind} answered ${answer.status}`);
  await server.close();
  return { made, answered };
}

const before = now();
const make = await kinds[kind]();
const imported = since(before);
const first = await answerOnce(make);
const later = [];
for (let i = 0; i < 20; i += 1) later.push((await answerOnce(make)).answered);
if (settle !== undefined) await sleep(Number(settle));
console.log(JSON.stringify({ imported, first, later }));
process.exit();
