/** Writes what a browser is to do with a file (RFC 6266). */

/** Whether a file is shown, or saved. */
type Disposition = 'inline' | 'attachment';

/** Characters of a value in UTF-8 that stand as they are (RFC 8187 §3.2.1, `attr-char`). */
const UNRESERVED = /['()*]/g;

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Value of Content-Disposition.
 *
 * @param filename name to save it as; what is not ASCII in it stands there a second time, in UTF-8
 */
export function contentDisposition(disposition: Disposition, filename: string | undefined): string {
  if (filename === undefined) return disposition;
  const plain = filename.replaceAll(/[^\x20-\x7e]/gu, '_');
  const quoted = plain.replaceAll(/["\\]/g, String.raw`\$&`);
  const parts = [disposition, `filename="${quoted}"`];
  if (plain !== filename) {
    const encoded = encodeURIComponent(filename.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
      UNRESERVED,
      percent,
    );
    parts.push(`filename*=UTF-8''${encoded}`);
  }
  return parts.join('; ');
}
