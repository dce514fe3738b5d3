/** Whether two parsers of others accept a document. They take longer than all else, so what they said is kept. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../../tooling/src/server/index.mjs';
import { cache } from './corpus.mjs';

const worker = fileURLToPath(new URL('./parsers-worker.mjs', import.meta.url));
const store = join(cache, 'verdicts.json');

/** How long they may take for one document, in ms. */
const LIMIT_MS = 60_000;

/** Asks about documents, one after the other, in a process that is started anew where a document ends it. */
export function askParsers() {
  const kept = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {};
  let child;
  let lines;
  const start = () => {
    child = spawn(process.execPath, ['--max-old-space-size=4096', worker], {
      env: plainEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  };
  const stop = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const askWorker = async (file) => {
    if (child === undefined) start();
    child.stdin.write(`${file}\n`);
    const late = Symbol('late');
    let timer;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, LIMIT_MS, late);
    });
    const next = await Promise.race([lines.next(), timeout]);
    clearTimeout(timer);
    if (next !== late && next.done !== true) return JSON.parse(next.value);
    stop();
    const why = next === late ? `no verdict within ${LIMIT_MS / 1000} s` : 'the parser ended';
    return { readme: why, scalar: why };
  };
  return {
    /** @returns {Promise<{ readme: string | null, scalar: string | null }>} what each complains of first; null where it accepts */
    about: async ({ file }, text) => {
      const key = createHash('sha256').update(text).digest('hex').slice(0, 24);
      kept[key] ??= await askWorker(file);
      return kept[key];
    },
    close: () => {
      stop();
      mkdirSync(cache, { recursive: true });
      writeFileSync(store, JSON.stringify(kept));
    },
  };
}
