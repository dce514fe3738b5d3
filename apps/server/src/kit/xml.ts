/** Writes XML; whoever does imports this late. */
import XmlBuilder from 'fast-xml-builder';

/** What an element holds: attributes by their name after `@`, elements by theirs, its text by `#text` or `#cdata`. */
export type XmlContent = string | { readonly [name: string]: XmlContent } | readonly XmlContent[];

// What XML 1.0 §2.2 does not allow, escaped or not.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;

/** Text as XML can have it. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '');

/** The text of a document with one element. */
export function xmlDocument(name: string, content: XmlContent): string {
  const builder = new XmlBuilder({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    cdataPropName: '#cdata',
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, [name]: content });
}
