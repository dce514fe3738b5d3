// @vitest-environment happy-dom
/** The same component, with the server in the process of the test: no port, no other program. */
import { understudyTest } from '@understudy/client/vitest';
import { createUnderstudy } from '@understudy/server';
import { afterAll, expect, vi } from 'vitest';
import { render, screen, userEvent } from '../setup/react.js';
import { Enroll } from './enroll.js';

const server = createUnderstudy();
const test = understudyTest({ server });
vi.stubGlobal('fetch', server.fetch);
afterAll(server.close);

test('shows that it did not work, and works then', async ({ understudy }) => {
  const { api, name, baseUrl } = understudy;
  const enrollments = { method: 'POST', path: '/api/education/enrollments' };
  await api.sandboxes.putFaults({ name, rules: [{ when: enrollments, times: 1, fault: 'service_unavailable' }] });
  render(<Enroll apiUrl={baseUrl} courseId="crs_0001" />);
  await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
  await screen.findByText('That did not work. Try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
  await screen.findByText(/^You are enrolled since/);
  await expect(understudy).toHaveReceived({ ...enrollments, body: { course_id: 'crs_0001' }, times: 2 });
});
