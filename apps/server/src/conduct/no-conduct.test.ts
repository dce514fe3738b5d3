/** What stands where clients are not judged. */
import { expect, it } from 'vitest';
import { Conduct } from './no-conduct.js';

it('says that it judges nobody', async () => {
  await expect(new Conduct().of()).rejects.toMatchObject({ kind: 'not_found' });
});
