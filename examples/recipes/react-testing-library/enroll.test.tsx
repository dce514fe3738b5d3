// @vitest-environment happy-dom
/** The component as it is: a test gives it the address of a sandbox, and sets what goes wrong there. */
import { expect } from 'vitest';
import { render, screen, userEvent } from '../setup/react.js';
import { test } from '../setup/test.js';
import { Enroll } from './enroll.js';

const enrollments = { method: 'POST', path: '/api/education/enrollments' };

test('enrolls', async ({ understudy }) => {
  render(<Enroll apiUrl={understudy.baseUrl} courseId="crs_0001" />);
  await screen.findByRole('heading', { name: 'Advanced Social Media Marketing' });
  await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
  await screen.findByText(/^You are enrolled since/);
  await expect(understudy).toHaveReceived({ ...enrollments, body: { student_id: 'stu_0001' }, status: 200, times: 1 });
});

test.for(['server_error', 'reset', 'reset;at=head;commit=after', 'captive_portal'])(
  'recovers from %s',
  async (fault, { understudy }) => {
    const { api, name, baseUrl } = understudy;
    await api.sandboxes.putFaults({ name, rules: [{ when: enrollments, times: 1, fault }] });
    render(<Enroll apiUrl={baseUrl} courseId="crs_0001" />);
    await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
    await screen.findByText('That did not work. Try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
    await screen.findByText(/^You are enrolled since/);
    await expect(understudy).toHaveReceived({ ...enrollments, times: 2 });
    const enrolled = await api.education.listEnrollments({ student_id: 'stu_0001', course_id: 'crs_0001' });
    expect(enrolled.pagination.total).toBe(1);
  },
);
