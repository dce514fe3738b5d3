/** Finds secrets in texts, in whichever way they are written. */

/** Characters by which a secret is known: so many of one in a row are too many to show. */
const KNOWN = 12;

/** A secret as it may be written: as it is, in Base64 of any alignment, in hex, percent-encoded, in UTF-16. */
function waysToWrite(secret) {
  // Its ends may be escaped, and what is the same in all of its kind tells nothing.
  const own = secret.slice(-KNOWN - 5, -1);
  // Of the Base64 of a part, only the characters that do not depend on what is around.
  const aligned = [0, 1, 2].map((shift) => {
    const text = Buffer.from('x'.repeat(shift) + own).toString('base64');
    return text.replace(/=+$/, '').slice(shift === 0 ? 0 : shift + 1, -2);
  });
  return [
    own,
    ...aligned,
    Buffer.from(own).toString('hex'),
    Array.from(own, (character) => `${character}\u0000`).join(''),
    Array.from(own, (character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
  ];
}

/**
 * Which of some secrets are in texts.
 *
 * @param {readonly string[]} texts
 * @param {Iterable<string>} secrets
 */
export function secretsIn(texts, secrets) {
  const byStart = new Map();
  for (const secret of secrets) for (const way of waysToWrite(secret)) byStart.set(way.slice(0, KNOWN), secret);
  const found = new Set();
  for (const text of texts) {
    for (let at = 0; at + KNOWN <= text.length; at += 1) {
      const secret = byStart.get(text.slice(at, at + KNOWN));
      if (secret !== undefined) found.add(secret);
    }
  }
  return found;
}
