/** Writes values as XML, as the `xml` keyword of their schemas says (OpenAPI 3.2 §4.26); loaded for documents that answer it. */
import { pluralOf } from '../../kit/nouns.js';
import { type XmlContent as Content, xmlDocument, xmlText } from '../../kit/xml.js';
import type { ApiDocument, Json, Schema } from '../model.js';
import { isObject, memberOf, shapeAt } from '../schema.js';

/** How a value of a schema is written. */
interface Form {
  /** Undefined where its member, or its schema, names it. */
  readonly name: string | undefined;
  readonly prefix: string;
  /** Attributes that declare its namespace. */
  readonly namespace: Readonly<Record<string, string>>;
  readonly nodeType: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
}

const NODE_TYPES = ['element', 'attribute', 'text', 'cdata', 'none'] as const;

const TEXTS: Readonly<Partial<Record<Form['nodeType'], string>>> = { text: '#text', cdata: '#cdata' };

const textOf = (value: Json): string =>
  value === null ? '' : xmlText(typeof value === 'string' ? value : JSON.stringify(value));

/** A name as XML has it. */
const elementName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}_.:-]/gu, '_').replace(/^(?=[^\p{L}_])/u, '_');

/** What the keyword says beside a reference, or in the schema behind it. */
function formOf(document: ApiDocument, node: Schema | undefined): Form {
  const xml = memberOf(node, 'xml') ?? memberOf(shapeAt(document, node).schema, 'xml');
  const text = (name: string): string => {
    const value = memberOf(xml, name);
    return typeof value === 'string' ? value : '';
  };
  const [prefix, namespace] = [elementName(text('prefix')), text('namespace')];
  const isList = shapeAt(document, node).types.has('array');
  // Before 3.2, two flags said it.
  const usual =
    memberOf(xml, 'attribute') === true
      ? 'attribute'
      : isList && memberOf(xml, 'wrapped') !== true
        ? 'none'
        : 'element';
  return {
    name: text('name') || undefined,
    prefix: prefix === '' ? '' : `${prefix}:`,
    namespace: namespace === '' ? {} : { [prefix === '' ? '@xmlns' : `@xmlns:${prefix}`]: namespace },
    nodeType: NODE_TYPES.find((one) => one === memberOf(xml, 'nodeType')) ?? usual,
  };
}

/** Gives what writes values of the schemas of a document. */
export function xmlWriter(document: ApiDocument): (value: Json, schema: Schema, noun: string) => string {
  /** The items of a list, by the name of their elements. */
  function itemsOf(list: readonly Json[], node: Schema | undefined, otherwise: string): Record<string, Content> {
    const { items } = shapeAt(document, node);
    const { name = otherwise, prefix } = formOf(document, items);
    return { [prefix + elementName(name)]: list.map((item) => contentOf(item, items)) };
  }

  /** A member of an object: an attribute, a text, an element, or one for each item. */
  function memberOfElement(own: string, value: Json, node: Schema | undefined): Readonly<Record<string, Content>> {
    const { name = own, prefix, namespace, nodeType } = formOf(document, node);
    const full = prefix + elementName(name);
    const text = TEXTS[nodeType];
    if (text !== undefined) return { [text]: textOf(value) };
    if (nodeType === 'attribute') return { [`@${full}`]: textOf(value) };
    if (!Array.isArray(value)) return { [full]: contentOf(value, node) };
    const list = value as readonly Json[];
    if (nodeType === 'none') return itemsOf(list, node, own);
    return { [full]: { ...namespace, ...itemsOf(list, node, name) } };
  }

  function contentOf(value: Json, node: Schema | undefined): Content {
    const { namespace } = formOf(document, node);
    if (Array.isArray(value)) return { ...namespace, ...itemsOf(value as readonly Json[], node, 'item') };
    if (!isObject(value)) {
      return Object.keys(namespace).length === 0 ? textOf(value) : { ...namespace, '#text': textOf(value) };
    }
    const { members, additional } = shapeAt(document, node);
    const parts = Object.entries(value).map(([name, one]) =>
      memberOfElement(name, one, members.get(name) ?? additional),
    );
    return Object.assign({ ...namespace }, ...parts) as Content;
  }

  return (value, schema, noun) => {
    const reference = memberOf(schema, '$ref');
    const named = typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;
    const { items } = shapeAt(document, schema);
    const item = memberOf(items, '$ref');
    const ofItem =
      formOf(document, items).name ?? (typeof item === 'string' ? item.slice(item.lastIndexOf('/') + 1) : noun);
    const {
      name = named ?? (Array.isArray(value) ? pluralOf(ofItem) : noun),
      prefix,
      namespace,
    } = formOf(document, schema);
    const content = Array.isArray(value)
      ? { ...namespace, ...itemsOf(value as readonly Json[], schema, ofItem) }
      : contentOf(value, schema);
    return xmlDocument(prefix + elementName(name), content);
  };
}
