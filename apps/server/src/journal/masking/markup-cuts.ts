/** Finds secrets in XML and HTML: contents of elements and values of attributes, by their names. */
import { isOrdinaryWord, isSecret } from '../secret-names.js';
import { type Cut, MASK } from './cut.js';

/** A start tag: its name without a prefix, and its attributes. */
const TAG = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]{1,64})\s{0,8}=\s{0,8}(?:"([^"]*)"?|'([^']*)'?|([^\s"'>]+))/g;

/** Attributes that say what the value of the same element is. */
const LABELS = new Set(['name', 'id', 'key', 'property', 'type', 'autocomplete']);
const VALUES = new Set(['value', 'content']);

interface Attribute extends Cut {
  readonly name: string;
  readonly value: string;
}

function attributesOf(text: string, start: number, end: number): Attribute[] {
  const tag = text.slice(start, end);
  return Array.from(tag.matchAll(ATTRIBUTE), ({ 0: all, 1: name = '', 2: double, 3: single, 4: bare, index }) => {
    const value = double ?? single ?? bare ?? '';
    const isClosed = bare === undefined && /["']$/.test(all) && all.length > all.indexOf('=') + 2;
    const to = start + index + all.length - (isClosed ? 1 : 0);
    return { name: name.toLowerCase(), value, start: to - value.length, end: to, by: MASK };
  });
}

function attributeCuts(attributes: readonly Attribute[]): readonly Cut[] {
  const isLabelled = attributes.some(({ name, value }) => LABELS.has(name) && isSecret(value));
  return attributes.filter(
    ({ name, value }) =>
      value !== '' && ((isSecret(name) && !isOrdinaryWord(name)) || (isLabelled && VALUES.has(name))),
  );
}

/** Index of the > of a tag; one in quotes is text. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '>') return at;
    if (character !== '"' && character !== "'") continue;
    at = text.indexOf(character, at + 1);
    if (at < 0) break;
  }
  return text.length;
}

/** Where the content of an element ends: at its end tag, or where the text does. */
function contentEnd(text: string, from: number, name: string): number {
  const end = new RegExp(`</(?:[\\w.-]{1,64}:)?${name.replaceAll('.', '\\.')}\\s*>`, 'g');
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/**
 * The secrets of a document by the names of its elements.
 *
 * @param isHtml where `code` is text like any other
 */
export function markupCuts(text: string, isHtml: boolean): readonly Cut[] {
  const cuts: Cut[] = [];
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const name = tag[1] ?? '';
    const end = tagEnd(text, TAG.lastIndex);
    cuts.push(...attributeCuts(attributesOf(text, TAG.lastIndex, end)));
    TAG.lastIndex = end;
    if (!isSecret(name) || (isHtml && isOrdinaryWord(name)) || text[end - 1] === '/') continue;
    const content = contentEnd(text, end + 1, name);
    if (content > end + 1) cuts.push({ start: end + 1, end: content, by: MASK });
    TAG.lastIndex = content;
  }
  return cuts;
}
