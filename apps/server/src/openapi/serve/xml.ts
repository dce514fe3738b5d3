/** Writes values as XML and reads them, as the `xml` keyword of their schemas says (OpenAPI 3.2 §4.26); loaded for documents that have it. */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { pluralOf } from '../../kit/nouns.js';
import { type XmlContent as Content, xmlDocument, xmlText } from '../../kit/xml.js';
import { valueOf } from '../judge/texts.js';
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { isObject, memberOf, shapeAt } from '../schema.js';
import { grouped } from '../understand/nouns.js';

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

/** What was read of XML: a value as JSON has it, or what is wrong with the text. */
interface ReadXml {
  readonly value?: Json;
  readonly wrong?: string;
}

/** A name without its prefix, which each document chooses for itself. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const elementsIn = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((one) => one instanceof XmlElement);

/** The root element of a text; what is wrong with it, where it has none that is read. */
function rootOf(text: string): XmlElement | string {
  try {
    const { children, root } = parseXml(text, { preserveDocumentType: true });
    // What is declared in one is nothing that a value could need, and much that a server must not follow.
    if (children.some(({ type }) => type === 'doctype')) return 'has a DOCTYPE, which is not read';
    return root ?? 'has no element';
  } catch (error) {
    if (error instanceof RangeError) return 'is nested too deep';
    if (!(error instanceof XmlError)) throw error;
    return `is not well-formed XML: ${error.message.split('\n', 1)[0] ?? ''}`;
  }
}

/** Gives what reads values of the schemas of a document. */
export function xmlReader(document: ApiDocument): (text: string, schema: Schema) => ReadXml {
  const namedBy = (node: Schema | undefined, otherwise: string): string =>
    localName(elementName(formOf(document, node).name ?? otherwise));

  /** A text as its type; white space around anything but text says nothing. */
  const scalar = (node: Schema | undefined, text: string): Json =>
    valueOf(document, node, shapeAt(document, node).types.has('string') ? text : text.trim());

  /** What elements of one name are: a list only where there are several, which the schema then judges. */
  function together(elements: readonly XmlElement[], node: Schema | undefined): Json {
    const [first, ...others] = elements;
    return first !== undefined && others.length === 0 ? read(first, node) : elements.map((one) => read(one, node));
  }

  function objectIn(element: XmlElement, node: Schema | undefined): JsonObject {
    const { members, additional } = shapeAt(document, node);
    const left = new Map(grouped(elementsIn(element), ({ name }) => localName(name)));
    const attributes = new Map(
      Object.entries(element.attributes).flatMap(([name, text]): [string, string][] =>
        /^(?:xmlns$|(?:xmlns|xml|xsi):)/.test(name) ? [] : [[localName(name), text]],
      ),
    );
    const found = new Map<string, Json>();
    for (const [own, schema] of members) {
      const { nodeType } = formOf(document, schema);
      const { types, items } = shapeAt(document, schema);
      const isBare = nodeType === 'none' && types.has('array');
      const name = isBare ? namedBy(items, own) : namedBy(schema, own);
      const text = nodeType === 'attribute' ? attributes.get(name) : TEXTS[nodeType] && element.text;
      const elements = left.get(name);
      if (nodeType === 'attribute') attributes.delete(name);
      if (text !== undefined) found.set(own, scalar(schema, text));
      if (text !== undefined || nodeType === 'attribute' || elements === undefined) continue;
      left.delete(name);
      found.set(own, isBare ? elements.map((one) => read(one, items)) : together(elements, schema));
    }
    // Under a name that XML has otherwise, a member is not there.
    for (const [name, text] of attributes) if (!members.has(name)) found.set(name, scalar(additional, text));
    for (const [name, elements] of left) if (!members.has(name)) found.set(name, together(elements, additional));
    return Object.fromEntries(found);
  }

  function read(element: XmlElement, node: Schema | undefined): Json {
    const { types, members, items } = shapeAt(document, node);
    const elements = elementsIn(element);
    const { attributes } = element;
    if (attributes['xsi:nil'] === 'true') return null;
    if (types.has('array') && (elements.length > 0 || element.text.trim() === '')) {
      const { name } = formOf(document, items);
      const isItem = (one: XmlElement): boolean => name === undefined || localName(one.name) === namedBy(items, name);
      if (elements.every(isItem)) return elements.map((one) => read(one, items));
    }
    const isObjectLike = types.has('object') || members.size > 0 || elements.length > 0;
    const isUnknown = types.size === 0 && Object.keys(attributes).length > 0;
    return isObjectLike || isUnknown ? objectIn(element, node) : scalar(node, element.text);
  }

  return (text, schema) => {
    const root = rootOf(text);
    if (typeof root === 'string') return { wrong: root };
    const { name } = formOf(document, schema);
    const isNamed = name === undefined || localName(root.name) === namedBy(schema, name);
    return isNamed ? { value: read(root, schema) } : { wrong: `is the element ${root.name}, and must be ${name}` };
  };
}
