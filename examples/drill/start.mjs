/** Drills both clients, and prints which rules each of them broke: `understudy drill` writes a line of JSON for each. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PLANS = ['rate_limited', 'first_try_fails', 'lost_answers'];

const understudy = fileURLToPath(new URL('main.js', import.meta.resolve('@understudy/server')));

/**
 * Runs `npx @understudy/server drill --plans … -- node FILE`.
 *
 * @param {string} file
 * @returns {Promise<{ code: number, lines: any[] }>}
 */
function drill(file) {
  const client = fileURLToPath(new URL(file, import.meta.url));
  const parameters = [understudy, 'drill', '--plans', PLANS.join(','), '--', process.execPath, client];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, parameters, (error, stdout, stderr) => {
      process.stderr.write(stderr);
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({ code: child.exitCode ?? 1, lines: lines.map((line) => JSON.parse(line)) });
    });
  });
}

const files = ['good.mjs', 'bad.mjs'];
const drills = await Promise.all(files.map(drill));
for (const [index, { code, lines }] of drills.entries()) {
  console.log(`${files[index]} ends with ${code}`);
  for (const plan of ['calm', ...PLANS]) {
    const broken = lines.filter((line) => line.type === 'verdict' && line.plan === plan && line.severity !== 'advice');
    const rules = new Set(broken.map(({ severity, rule }) => `${rule} (${severity})`));
    console.log(`  ${plan.padEnd(16)} ${[...rules].join(', ') || 'all is well'}`);
  }
}
// The one behaves, the other does not.
process.exitCode = drills[0]?.code === 0 && drills[1]?.code === 1 ? 0 : 1;
