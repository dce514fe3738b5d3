/** Starts the installed `understudy` command on a free port, waits for its first line, asks it once, and stops it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const bin = join('node_modules', '@understudy', 'server', 'dist', 'main.js');
const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const patience = setTimeout(() => fail('no line that says where it listens, after 10 s'), 10_000);
process.on('exit', () => server.kill());
server.on('exit', (code) => fail(`it ended with code ${code}`));

let said = '';
server.stdout.on('data', async (text) => {
  said += text;
  const [, url] = said.match(/^Understudy listening on (http:\S+)\n/) ?? [];
  if (!url) return;
  clearTimeout(patience);
  const { status } = await fetch(`${url}/api/education/courses`);
  if (status !== 200) fail(`/api/education/courses answered ${status}`);
  process.exit(0);
});

function fail(reason) {
  console.error(`understudy serve: ${reason}`);
  process.exit(1);
}
