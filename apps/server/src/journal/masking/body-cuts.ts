/** Finds secrets in a body, as its Content-Type says, and as it looks. */
import type { Cut } from './cut.js';
import { formCuts } from './form-cuts.js';
import { markupCuts } from './markup-cuts.js';
import { multipartCuts } from './multipart-cuts.js';
import type { Reading } from './reading.js';

const FORM = /^application\/x-www-form-urlencoded/i;
const MULTIPART = /^multipart\//i;
const HTML = /^[^;]*html/i;

/** Text that can be a form, whatever it is called: pairs, and no space. */
const LIKE_FORM = /^[\w.%[\]-]{1,100}=[^\s{]*(?:\s*$)/;
const LIKE_MARKUP = /^\s*</;
/** The first line of a form, and what its first part begins with: not every client gives it its own type, and the boundary. */
const LIKE_MULTIPART = /^--[^\r\n]{1,200}\r?\ncontent-disposition:/i;
const LIKE_JSON = /^\s*[{[]/;

/** Multipart bodies within each other that are read. */
const MAX_PARTS_LEVEL = 4;

/** The secrets of a body. */
export function bodyCuts(text: string, contentType: string | undefined, reading: Reading): readonly Cut[] {
  const type = (contentType ?? '').trim();
  if ((MULTIPART.test(type) || LIKE_MULTIPART.test(text)) && reading.level < MAX_PARTS_LEVEL) {
    const deeper = { ...reading, level: reading.level + 1 };
    const cuts = multipartCuts(text, { contentType: type, reading: deeper, ofPart: bodyCuts });
    if (cuts !== undefined) return cuts;
  }
  if (LIKE_MARKUP.test(text)) return [...markupCuts(text, HTML.test(type)), ...reading.within(text, reading)];
  const isJson = LIKE_JSON.test(text);
  if (FORM.test(type)) {
    // Some clients call everything a form.
    return isJson ? [...reading.within(text, reading), ...formCuts(text, reading)] : formCuts(text, reading);
  }
  return !isJson && LIKE_FORM.test(text) ? formCuts(text, reading) : reading.within(text, reading);
}
