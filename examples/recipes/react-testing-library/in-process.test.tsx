// @vitest-environment happy-dom
/** The same component, with the server in the process of the test: no port, no other program. */
import { createClient } from '@understudy/client';
import { matchers } from '@understudy/client/testing';
import { createUnderstudy } from '@understudy/server';
import { afterAll, expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../setup/react.js';
import { Enroll } from './enroll.js';

expect.extend(matchers);

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
vi.stubGlobal('fetch', understudy.fetch);
afterAll(understudy.close);

test('shows that it did not work, and works then', async () => {
  const { name, baseUrl, fetch } = understudy.sandbox('enroll');
  const api = createClient({ baseUrl: 'http://understudy.local', sandbox: name, fetch });
  const enrollments = { method: 'POST', path: '/api/education/enrollments' };
  await api.sandboxes.putFaults({ name, rules: [{ when: enrollments, times: 1, fault: 'service_unavailable' }] });
  render(<Enroll apiUrl={baseUrl} courseId="crs_0001" />);
  await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
  await screen.findByText('That did not work. Try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
  await screen.findByText(/^You are enrolled since/);
  await expect(api).toHaveReceived({ ...enrollments, times: 2 });
});
