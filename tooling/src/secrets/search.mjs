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

/** Bits of a hash of some five characters in a row: one that no secret has needs no closer look. */
const HASHES = 1 << 22;
const HASHED = 5;
const nextHash = (hash, code) => ((hash << 5) ^ code) & (HASHES - 1);

/**
 * Which of some secrets are in texts.
 *
 * @param {readonly string[]} texts
 * @param {Iterable<string>} secrets
 */
export function secretsIn(texts, secrets) {
  const byStart = new Map();
  for (const secret of secrets) for (const way of waysToWrite(secret)) byStart.set(way.slice(0, KNOWN), secret);
  const hashes = new Uint8Array(HASHES);
  for (const start of byStart.keys()) {
    let hash = 0;
    for (let at = 0; at < HASHED; at += 1) hash = nextHash(hash, start.charCodeAt(at));
    hashes[hash] = 1;
  }
  const found = new Set();
  for (const text of texts) {
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      // Of Latin-1 a character has left the hash five characters later; of others none is in a secret.
      hash = nextHash(hash, text.charCodeAt(at) & 0xff);
      if (hashes[hash] === 0) continue;
      const start = at + 1 - HASHED;
      const secret = byStart.get(text.slice(start, start + KNOWN));
      if (secret !== undefined) found.add(secret);
    }
  }
  return found;
}
