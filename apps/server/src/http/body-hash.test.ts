import { expect, test } from 'vitest';
import { HashedBody } from './evaluate-faults.js';
import { fromFetch } from './incoming.js';

const BROKEN = new Error('the client is gone');

/** A body of some pieces, which breaks off after them where it is said so. */
function bodyOf(pieces: readonly string[], isBroken = false) {
  let sent = 0;
  async function* body() {
    for (const piece of pieces) {
      sent += 1;
      yield Buffer.from(piece);
    }
    if (isBroken) throw BROKEN;
  }
  const request = { ...fromFetch(new Request('http://127.0.0.1')), body: body() };
  return { hashed: new HashedBody(request), sent: () => sent };
}

async function readAll({ request }: HashedBody): Promise<string> {
  let text = '';
  for await (const piece of request.body ?? []) text += Buffer.from(piece).toString();
  return text;
}

test('the same bytes hash alike, read ahead or after the body was read, and are handed on', async () => {
  const [ahead, after, other] = [bodyOf(['ab', 'c']).hashed, bodyOf(['a', 'bc']).hashed, bodyOf(['abd']).hashed];
  const digest = await ahead.digest(100);
  expect([await readAll(ahead), await readAll(after)]).toEqual(['abc', 'abc']);
  expect([await after.digest(100), await ahead.digest(100)]).toEqual([digest, digest]);
  expect(await other.digest(100)).not.toBe(digest);
});

test('no more is read ahead than told apart, and whoever reads the body sees that it is more', async () => {
  const { hashed, sent } = bodyOf(['abc', 'def', 'ghi']);
  await hashed.digest(4);
  expect([sent(), await readAll(hashed)]).toEqual([2, 'abcdef']);
});

test('a body that breaks off does so for whoever reads it', async () => {
  const { hashed } = bodyOf(['abc'], true);
  await hashed.digest(100);
  await expect(readAll(hashed)).rejects.toBe(BROKEN);
});
