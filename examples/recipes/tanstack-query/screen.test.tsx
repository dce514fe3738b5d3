// @vitest-environment happy-dom
/** The screen on a good day and on a bad one. */
import { expect } from 'vitest';
import { render, screen, userEvent } from '../setup/react.js';
import { atOnce, test } from '../setup/test.js';
import { App } from './screen.js';

const list = { method: 'GET', path: '/api/education/courses' };

test.for(['page', 'cursor', 'link'] as const)('loads more in the style %s', async (paginationStyle, { understudy }) => {
  render(<App api={understudy.api.with({ paginationStyle })} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await expect.poll(() => screen.getAllByRole('listitem').length).toBe(20);
  await expect(understudy).toHaveReceived({ ...list, times: 2 });
});

test('a failure that passes is not seen', async ({ understudy }) => {
  const { api, name } = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ times: 1, fault: 'rate_limit' }] });
  render(<App api={api.with(atOnce)} />);
  await screen.findByRole('heading', { name: '200 courses' });
  await expect(understudy).toHaveReceived({ ...list, status: 429, times: 1 });
});

test('an outage is seen, and ends', async ({ understudy }) => {
  const { api, name } = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ fault: 'service_unavailable' }] });
  render(<App api={api.with(atOnce)} />);
  const again = await screen.findByRole('button', { name: 'Load again' });
  // Once, and twice more by the client; Query added none.
  await expect(understudy).toHaveReceived({ ...list, status: 503, times: 3 });
  await api.sandboxes.putFaults({ name, rules: [] });
  await userEvent.click(again);
  await screen.findByRole('heading', { name: '200 courses' });
});

test('a course is added once, although three answers are lost', async ({ understudy }) => {
  const { api, name } = understudy;
  const lost = { when: { method: 'POST' }, times: 3, fault: 'reset;at=head;commit=after' };
  await api.sandboxes.putFaults({ name, rules: [lost] });
  render(<App api={api.with(atOnce)} />);
  await screen.findByRole('heading', { name: '200 courses' });
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add again' }));
  await screen.findByRole('heading', { name: '201 courses' });
  await expect(understudy).toHaveReceived({ method: 'POST', body: { title: 'Practical SQL' }, times: 4 });
});
