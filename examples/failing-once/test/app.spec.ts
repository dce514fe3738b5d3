/** The app as it is: what goes wrong is set from outside. */
import { expect } from '@playwright/test';
import { name, test } from './fixtures.js';

test('shows an error once, and recovers', async ({ page, app, api }) => {
  await api.sandboxes.putFaults({
    name,
    rules: [{ when: { operation: 'education.listCourses' }, times: 1, fault: 'server_error' }],
  });
  await page.goto(app);
  await expect(page.getByRole('status')).toHaveText('Could not load the courses: the server answered 500');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status')).toHaveText('200 courses');

  // The journal says which of its requests met the rule.
  const requests = await api.sandboxes.listRequests({ name, method: 'GET' }).toArray({ limit: 10 });
  expect(requests.map(({ status, fault }) => [status, fault?.rule])).toEqual([
    [500, 'rule_1'],
    [200, undefined],
  ]);
});

test('adds a course once, although the answer to its first attempt is lost', async ({ page, app, api }) => {
  await api.sandboxes.putFaults({
    name,
    rules: [{ when: { method: 'POST' }, times: 1, fault: 'reset;at=head;commit=after' }],
  });
  await page.goto(app);
  await expect(page.getByRole('status')).toHaveText('200 courses');
  await page.getByLabel('Title').fill('Practical SQL');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('status')).toHaveText('Added at attempt 2');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('201 courses');
});

test('gives up where nothing gets through', async ({ page, app, api }) => {
  await page.goto(app);
  await expect(page.getByRole('status')).toHaveText('200 courses');
  await api.sandboxes.putFaults({ name, rules: [{ fault: 'reset' }] });
  await page.getByLabel('Title').fill('Practical SQL');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('status')).toHaveText('Could not add the course: the server cannot be reached');
});
