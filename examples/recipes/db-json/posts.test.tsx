// @vitest-environment happy-dom
/** From a db.json to a failing POST in an app, by the three commands of docs/from-json-server.md as they stand there. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { render, screen, userEvent } from '../setup/react.js';
import { App } from './posts.js';

const page = readFileSync(resolve('../../docs/from-json-server.md'), 'utf8');
const [, file = ''] = /```json as=db\.json\n(.*?)```/s.exec(page) ?? [];
const [, block = ''] = /Three commands.*?```text\n(.*?)```/s.exec(page) ?? [];
const [serve = '', app = '', fail = '', ...more] = block.trim().split('\n');

test('takes three commands', async () => {
  expect(more).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'db-json-'));
  writeFileSync(join(folder, 'db.json'), file);
  const options = serve.replace(/^npx @understudy\/server /, '').split(' ');
  const command = [resolve('node_modules/@understudy/server/dist/main.js'), ...options, '--port', '0'];
  const server = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(server.stdout, 'data');
    const [origin = ''] = /http:\S+/.exec(String(line)) ?? [];
    const [given = '', apiUrl = ''] = /^VITE_API_URL=(\S+) npm run dev$/.exec(app) ?? [];
    expect(given).not.toBe('');

    render(<App apiUrl={apiUrl.replace('http://127.0.0.1:4010', origin)} />);
    await screen.findByText('another title');
    await userEvent.type(screen.getByRole('textbox'), 'a third one');
    await userEvent.click(screen.getByRole('button'));
    await screen.findByText('a third one');

    execFileSync('sh', ['-c', fail.replace('http://127.0.0.1:4010', origin)], { stdio: 'pipe' });
    await userEvent.click(screen.getByRole('button'));
    expect((await screen.findByRole('alert')).textContent).toBe('Not added: 500 Internal Server Error');
  } finally {
    server.kill();
  }
});
