/** What the operations of a kind of record are called, by the words for one of it and for many. */

/** What can be done with the records of a kind. */
export const crudActions = ['list', 'get', 'create', 'replace', 'update', 'delete'] as const;

/** One of the things that can be done with the records of a kind. */
export type CrudAction = (typeof crudActions)[number];

/** `LineItem` of `line_item`. */
export type PascalCase<Text extends string> = Text extends `${infer Head}${'_' | '-'}${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Text>;

/** `LineItem` of `line_item`. */
export function pascalCase<Text extends string>(text: Text): PascalCase<Text> {
  const words = text.split(/[_-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  // The type goes by the same characters.
  return words.join('') as PascalCase<Text>;
}

/** The names of the operations, by what they do. */
export interface CrudNames<One extends string, Many extends string> {
  readonly list: `list${PascalCase<Many>}`;
  readonly get: `get${PascalCase<One>}`;
  readonly create: `create${PascalCase<One>}`;
  readonly replace: `replace${PascalCase<One>}`;
  readonly update: `update${PascalCase<One>}`;
  readonly delete: `delete${PascalCase<One>}`;
}

/** The words for a record and for several of its kind. */
export interface CrudWords<One extends string = string, Many extends string = string> {
  /** What one record is called, such as `note` or `line_item`. Its id is `note_id` in paths. */
  readonly one: One;
  /** What several of them are called, such as `notes`. */
  readonly many: Many;
}

/**
 * The names that `crud` gives its operations.
 *
 * @example
 * ```ts
 * import { crudNames } from '@understudy/contract';
 * console.log(crudNames({ one: 'line_item', many: 'line_items' }).list); // listLineItems
 * ```
 */
export function crudNames<One extends string, Many extends string>({
  one,
  many,
}: CrudWords<One, Many>): CrudNames<One, Many> {
  const [single, several] = [pascalCase(one), pascalCase(many)];
  return {
    list: `list${several}`,
    get: `get${single}`,
    create: `create${single}`,
    replace: `replace${single}`,
    update: `update${single}`,
    delete: `delete${single}`,
  };
}
