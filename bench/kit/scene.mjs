/** Takes from a running Understudy what the others are to serve: an answer, its records, its OpenAPI document. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { understudy } from '../servers/understudy.mjs';
import { ask } from './ask.mjs';
import { creationPath, newCourse } from './creation.mjs';
import { launch } from './launch.mjs';

const PER_PAGE = 50;

async function readJson(port, path) {
  const { status, body } = await ask(port, path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${body.slice(0, 200)}`);
  return JSON.parse(body);
}

async function allRecords(port) {
  const records = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await readJson(port, `/api/education/courses?per_page=${PER_PAGE}&page=${page}`);
    records.push(...data);
    if (page >= pagination.totalPages) return records;
  }
}

/** Everything that the servers are prepared from; `close` removes its folder. */
export async function setScene(main) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', close);
  const running = await launch({ ...understudy, arguments: (port) => understudy.arguments({ main }, port) });
  try {
    const records = await allRecords(running.port);
    const openApi = await readJson(running.port, '/openapi.json');
    const written = await ask(running.port, creationPath('captured'), JSON.stringify(newCourse()));
    const capture = async (path) => {
      const answer = { ...(await ask(running.port, path)), written };
      const answerFile = join(folder, `answer-${answer.body.length}.json`);
      writeFileSync(answerFile, JSON.stringify(answer));
      return { main, folder, records, openApi, answer, answerFile, path };
    };
    // A search that nothing matches has an answer of its own, and so the others send that one.
    return {
      plain: await capture(understudy.path),
      record: await capture(`/api/education/courses/${records[0].id}`),
      search: await capture(`${understudy.path}&q=zz0`),
    };
  } finally {
    await running.stop();
  }
}
