// @vitest-environment happy-dom
/** The screen on a good day and on a bad one. */
import { expect } from 'vitest';
import { render, screen, userEvent } from '../setup/react.js';
import { atOnce, test } from '../setup/test.js';
import { App } from './screen.js';

const list = { method: 'GET', path: '/api/education/courses' };
const enrollments = { method: 'POST', path: '/api/education/enrollments' };

test.for(['page', 'cursor', 'link'] as const)('loads more in the style %s', async (paginationStyle, { understudy }) => {
  render(<App api={understudy.api.with({ paginationStyle })} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await expect.poll(() => screen.getAllByRole('listitem').length).toBe(20);
  await expect(understudy).toHaveReceived({ ...list, times: 2 });
});

test('an outage is seen, and ends', async ({ understudy }) => {
  const { api, name } = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ fault: 'service_unavailable' }] });
  render(<App api={api.with(atOnce)} />);
  const again = await screen.findByRole('button', { name: 'Load again' });
  // Once, and twice more by the client; SWR added none.
  await expect(understudy).toHaveReceived({ ...list, status: 503, times: 3 });
  await api.sandboxes.putFaults({ name, rules: [] });
  await userEvent.click(again);
  await screen.findByRole('button', { name: 'More' });
});

test('who enrolls again after three lost answers is enrolled once', async ({ understudy }) => {
  const { api, name } = understudy;
  const lost = { when: enrollments, times: 3, fault: 'reset;at=head;commit=after' };
  await api.sandboxes.putFaults({ name, rules: [lost] });
  render(<App api={api.with(atOnce)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Advanced Social Media Marketing' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Enroll' }));
  await screen.findByText('Could not enroll');
  await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
  await screen.findByText('Enrolled');
  await expect(understudy).toHaveReceived({ ...enrollments, times: 4 });
  const { pagination } = await api.education.listEnrollments({ student_id: 'stu_0001', course_id: 'crs_0001' });
  expect(pagination.total).toBe(1);
});
