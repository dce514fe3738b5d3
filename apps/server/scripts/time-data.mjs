/** Times the start of a server with a file of data against reading and parsing the file; the goal is at most twice as long. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const RECORDS = 100_000;
const RUNS = 5;

const server = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbor'];
const word = (index) => words[index % words.length];

/** A record such as shops have. */
const record = (index) => ({
  id: index + 1,
  name: `${word(index)} ${word(index >> 3)} ${index}`,
  price: (index % 9000) / 100,
  in_stock: index % 3 > 0,
  added: new Date(1_600_000_000_000 + index * 60_000).toISOString(),
  tags: [word(index), word(index + 3)],
  maker: { name: `${word(index >> 2)} & co`, city: word(index >> 4), rating: index % 5 },
});

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function medianOf(once) {
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await once());
  return median(times);
}

/** Time until a process of Node has printed a line, in ms. */
function untilLine(args) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => code !== null && code !== 0 && reject(new Error(`it ended with ${code}`)));
    child.stdout.once('data', () => {
      const time = performance.now() - start;
      child.once('exit', () => resolve(time));
      child.kill();
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'understudy-time-'));
try {
  const path = join(folder, 'db.json');
  writeFileSync(path, JSON.stringify({ items: Array.from({ length: RECORDS }, (_, index) => record(index)) }));
  const start = [server, 'serve', '--port', '0', '--log', 'off'];
  const parse = `const start = performance.now();
    const data = JSON.parse(require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8'));
    console.log(performance.now() - start, data.items.length)`;
  const readAndParse = () =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['-e', parse], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.on('error', reject);
      child.stdout.once('data', (line) => resolve(Number.parseFloat(String(line))));
    });
  const parsing = await medianOf(readAndParse);
  const without = await medianOf(() => untilLine(start));
  const withData = await medianOf(() => untilLine([...start, '--data', path]));
  const own = withData - without;
  const ms = (time) => `${time.toFixed(0)} ms`;
  console.log(`read and parse ${RECORDS} records: ${ms(parsing)}`);
  console.log(`start with them: ${ms(withData)}, without: ${ms(without)}, for them: ${ms(own)}`);
  console.log(`${(own / parsing).toFixed(2)} times as long as reading and parsing (medians of ${RUNS})`);
} finally {
  rmSync(folder, { recursive: true });
}
