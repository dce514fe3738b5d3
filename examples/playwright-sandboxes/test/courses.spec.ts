/** Two workers write through the page at the same time, and each sees its own writes alone. */
import { expect } from '@playwright/test';
import { test } from './fixtures.js';

for (const n of [1, 2]) {
  test(`a course added in test ${n} is the only one added`, async ({ page, pageUrl, api, sandbox }) => {
    await page.goto(pageUrl);
    await expect(page.getByRole('status')).toHaveText('200 courses');

    const title = `Worker sees ${sandbox}`;
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('status')).toHaveText('201 courses');

    // Not before the other worker has written too: until then there is nothing it could see.
    const writtenTo = async () => {
      const all = await api.sandboxes.listSandboxes().toArray({ limit: 10 });
      return all.filter((one) => 'counts' in one && one.counts.changed > 0).length;
    };
    await expect.poll(writtenTo).toBe(2);
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('201 courses');
    await expect(page.getByRole('listitem')).toHaveText([title]);

    const posts = await api.sandboxes.listRequests({ name: sandbox, method: 'POST' }).toArray({ limit: 10 });
    expect(posts.map(({ path, status }) => [path, status])).toEqual([['/api/education/courses', 200]]);
  });
}
