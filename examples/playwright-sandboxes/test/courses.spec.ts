/** The page as it is, in Chromium: what it sends, what it says when that fails, and that no test sees the writes of another. */
import { expect } from '@understudy/client/playwright';
import { test } from './fixtures.js';

test('says that a course could not be added, and adds it when asked again', async ({ page, app, understudy }) => {
  const { api, name } = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ when: { method: 'POST' }, times: 1, fault: 'server_error' }] });
  await page.goto(app);
  await page.getByLabel('Title').fill('Practical SQL');

  const written = { method: 'POST', path: '/api/education/courses', body: { title: 'Practical SQL' } };
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(understudy).toHaveReceived({ ...written, status: 500, fault: 'server_error' });
  await expect(page.getByRole('status')).toHaveText(/^Failed: /);

  await page.getByRole('button', { name: 'Add' }).click();
  await expect(understudy).toHaveReceived({
    ...written,
    headers: { 'Content-Type': 'application/json' },
    body: { ...written.body, category: 'Testing', duration_hours: expect.any(Number) },
    status: 200,
    times: 1,
  });
  await expect(page.getByRole('status')).toHaveText('201 courses');
});

for (const n of [1, 2]) {
  test(`a course added in test ${n} is the only one added`, async ({ page, app, understudy }) => {
    await page.goto(app);
    await expect(page.getByRole('status')).toHaveText('200 courses');

    const title = `Worker sees ${n}`;
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('status')).toHaveText('201 courses');

    await page.reload();
    await expect(page.getByRole('status')).toHaveText('201 courses');
    await expect(page.getByRole('listitem')).toHaveText([title]);
    await expect(understudy).toHaveReceived({ method: 'POST', body: { title }, status: 200, times: 1 });
  });
}
