import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogOutput } from './serve.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pipe or a disk: it takes some bytes, then fails. */
class Target {
  text = '';
  capacity = Infinity;
  code = 'EAGAIN';

  write = (bytes: Uint8Array): number => {
    const taken = Math.min(this.capacity, bytes.byteLength);
    if (taken === 0) throw Object.assign(new Error(this.code), { code: this.code });
    this.text += Buffer.from(bytes.subarray(0, taken)).toString();
    this.capacity -= taken;
    return taken;
  };

  notice = (lost: number): string => `${lost} lost\n`;
}

it('writes the rest when a slow reader takes it, in one piece', () => {
  const target = new Target();
  const output = new LogOutput(target);
  target.capacity = 6;
  output.write('first\nsecond\n');
  output.write('third\n');
  expect(target.text).toBe('first\n');
  target.capacity = 3;
  vi.advanceTimersByTime(10);
  expect(target.text).toBe('first\nsec');
  target.capacity = Infinity;
  vi.advanceTimersByTime(10);
  expect(target.text).toBe('first\nsecond\nthird\n');
});

it.each(['ENOSPC', 'EPIPE', 'EIO'])('goes on after %s, and says what was lost when it can', (code) => {
  const target = new Target();
  Object.assign(target, { code, capacity: 8 });
  const output = new LogOutput(target);
  output.write('first\nsecond\n');
  output.write('third\n');
  expect(target.text).toBe('first\nse');
  target.capacity = Infinity;
  output.write('fourth\n');
  expect(target.text).toBe('first\nse\n2 lost\nfourth\n');
});

it('says so also where nothing more is logged', () => {
  const target = new Target();
  Object.assign(target, { code: 'ENOSPC', capacity: 0 });
  new LogOutput(target).write('a\nb\nc\n');
  vi.advanceTimersByTime(3000);
  target.capacity = Infinity;
  vi.advanceTimersByTime(1000);
  expect(target.text).toBe('3 lost\n');
});

it('keeps no more than a MB for a slow reader, and says where lines are missing', () => {
  const target = new Target();
  target.capacity = 0;
  const output = new LogOutput(target);
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < 1500; i++) output.write(line);
  target.capacity = Infinity;
  vi.advanceTimersByTime(10);
  output.write('next\n');
  expect(target.text).toBe(`${line.repeat(1024)}476 lost\nnext\n`);
});

it('waits at the end as long as a slow reader takes something, and then no longer than a second', async () => {
  const target = new Target();
  target.capacity = 0;
  const output = new LogOutput(target);
  const lines = Array.from({ length: 200 }, (_, i) => `line ${i}\n`);
  for (const line of lines) output.write(line);
  const end = output.end();
  // Ten bytes every half a second: more than a minute for all of them.
  for (let taken = 0; taken < lines.join('').length; taken += 10) {
    target.capacity = 10;
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(target.text).toBe(lines.join(''));
  await end;

  target.capacity = 0;
  output.write('never read\n');
  let isOver = false;
  const second = output.end().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isOver).toBe(true);
  await second;
});
