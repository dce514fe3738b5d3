/** What the operations of a document do, as far as that can be read from it. */
import type { Finding, Schema } from './model.js';

/** The records of one kind that a document speaks of. */
export interface Resource {
  /** Unique in the document, by its path: `users`, `users.posts`. A plain word, dots between the words of parents. */
  readonly name: string;
  /** What one record is called: `post`. */
  readonly one: string;
  /** What several are called: `posts`. */
  readonly many: string;
  /** `/users/{user_id}/posts`; undefined where only its items have a path. */
  readonly collectionPath: string | undefined;
  /** `/users/{user_id}/posts/{post_id}`; undefined where its items have none. */
  readonly itemPath: string | undefined;
  /** The parameter that names an item: `post_id`; undefined where items have no path. */
  readonly idParameter: string | undefined;
  /** The member of a record that holds its id, as {@link itemPath} takes it; undefined where no schema has one. */
  readonly idMember: string | undefined;
  /** Members on the way to the object that {@link idMember} is in: `metadata` of Kubernetes; mostly none. */
  readonly idWithin: readonly string[];
  /** Whether that member holds the path of the record, whose last part is the id. */
  readonly idIsPath?: true | undefined;
  /** What the id must be, where {@link schema} does not have it. */
  readonly idSchema?: Schema | undefined;
  /** Whether it is one record without a collection and an id, such as `/me`; its name is that of its path. */
  readonly isSingle?: true | undefined;
  /** The schema of a record, the one that says most: that of the item's GET, else of the list, else of what creates it. */
  readonly schema: Schema;
  /**
   * Path parameters before the id, in order: `user_id`. Where the values of one, or of several up to it, name the records
   * of another resource, it is the parent.
   */
  readonly scope: readonly ScopeParameter[];
  /** Members that hold the id of a record of another resource. */
  readonly relations: readonly Relation[];
}

export interface ScopeParameter {
  readonly parameter: string;
  /** Name of the resource that it names an item of; undefined where it is a value that nothing is known of. */
  readonly resource: string | undefined;
  /** Parameters of this path that hold the scope of that resource, as in {@link RecordAddress.scope}. */
  readonly scope: readonly string[];
  /** The member of the child's schema that repeats it (`user_id`); undefined where there is none. */
  readonly member: string | undefined;
}

export interface Relation {
  /** Member of the record: `user_id`, `owner`. */
  readonly member: string;
  readonly resource: string;
  /** Whether it holds a list of ids. */
  readonly isMany: boolean;
}

/** How a list is cut into pages: the names of its query parameters. */
export type Paging =
  | { readonly kind: 'page'; readonly page: string; readonly size?: string | undefined; readonly first: 0 | 1 }
  | { readonly kind: 'offset'; readonly offset: string; readonly limit?: string | undefined }
  /** A cursor in text: `cursor`, `page_token`, `after` where it is opaque. */
  | { readonly kind: 'cursor'; readonly cursor: string; readonly size?: string | undefined }
  /** The id of the record after which the page begins, or before which it ends: `starting_after`, `ending_before`, `after_id`. */
  | {
      readonly kind: 'after';
      readonly after?: string | undefined;
      readonly before?: string | undefined;
      readonly size?: string | undefined;
    }
  /** Only a size. */
  | { readonly kind: 'limit'; readonly limit: string };

/** What a number in an envelope says. */
type Count = 'total' | 'count' | 'page' | 'per_page' | 'pages' | 'offset' | 'limit' | 'next_page' | 'prev_page';

/** Where another page is, or this one. */
type PageUrl = `${'next' | 'prev' | 'first' | 'last' | 'self'}_url`;

/** What a member of an envelope says. */
export type EnvelopeMeaning = Count | PageUrl | `${'next' | 'prev'}_cursor` | `${'first' | 'last'}_id` | 'has_more';

/** A list in its answer. */
export interface ListShape {
  /** Path of members to the array of records; empty where the answer is the array. */
  readonly items: readonly string[];
  /** The member of an item that holds its id, where it is called otherwise than in the record. */
  readonly id?: string | undefined;
  /** What other members say, each by its path of members, and whether the object around it is there for it alone. */
  readonly members: readonly {
    readonly path: readonly string[];
    readonly meaning: EnvelopeMeaning;
    readonly isAlone?: boolean;
  }[];
  /** Whether a `Link` header (RFC 8288) is documented. */
  readonly hasLink: boolean;
  /** Response headers that hold a number or a cursor: `X-Total-Count`. */
  readonly headers: readonly { readonly name: string; readonly meaning: EnvelopeMeaning }[];
}

/** A query parameter that chooses records by a member of theirs. */
export interface FilterParameter {
  readonly parameter: string;
  readonly member: readonly string[];
  readonly is: 'equal' | 'least' | 'most' | 'after' | 'before' | 'contains';
  /** Whether no list can be had without it: it passes records that do not say whether it is theirs. */
  readonly isRequired: boolean;
}

export interface SortParameters {
  /** `sort`, `order_by`: a member, `-member`, `member:desc`, `member desc`; undefined where only a direction is taken. */
  readonly by: string | undefined;
  /** `order`, `direction`: `asc` or `desc`. */
  readonly direction?: string | undefined;
}

/** Which records an operation is about, by the parameters of its own path: it may call them otherwise than the resource does. */
export interface RecordAddress {
  /**
   * Parameters that hold the scope of the resource, in its order; an empty name for what this path does not say:
   * `/comments/{id}` of what is made at `/issues/{number}/comments`. Ids are unique below those that it does say.
   */
  readonly scope: readonly string[];
  /** The parameter that holds the id; undefined where none does, and where the id is a member of the body. */
  readonly id: string | undefined;
  /**
   * Parameters whose value a member of the record holds, where a resource is reached through another:
   * `/users/{user_id}/posts` of `posts`. A list has only such records, a create sets the member.
   */
  readonly bound: readonly { readonly parameter: string; readonly member: string }[];
}

/** What an operation does. `wrap` is the path of members to the record in the answer; empty where the answer is the record. */
export type Role =
  | {
      readonly kind: 'list';
      readonly resource: string;
      readonly at: RecordAddress;
      readonly shape: ListShape;
      readonly paging: Paging | undefined;
      readonly filters: readonly FilterParameter[];
      /** Parameter that looks for a text in all members. */
      readonly search: string | undefined;
      readonly sort: SortParameters | undefined;
    }
  | { readonly kind: 'get'; readonly resource: string; readonly at: RecordAddress; readonly wrap: readonly string[] }
  | {
      readonly kind: 'create' | 'replace' | 'merge';
      readonly resource: string;
      readonly at: RecordAddress;
      /** Of the answer; undefined where the answer shows no record. */
      readonly wrap: readonly string[] | undefined;
      /** Path of members to the record in the body: `{ pet: { … } }`. */
      readonly bodyWrap: readonly string[];
    }
  | {
      readonly kind: 'remove';
      readonly resource: string;
      readonly at: RecordAddress;
      readonly wrap: readonly string[] | undefined;
    }
  /** An action on a record, which it may answer and change. */
  | {
      readonly kind: 'action';
      readonly resource: string;
      readonly at: RecordAddress;
      readonly verb: string;
      readonly wrap: readonly string[] | undefined;
      readonly change: { readonly member: string; readonly value: string | boolean } | undefined;
    }
  | { readonly kind: 'stateless' };

/** What was understood of an operation, with the words that `understudy openapi` shows: `list of pets`, `stateless: no collection at /login`. */
export interface Understood {
  readonly role: Role;
  readonly says: string;
}

/** What was understood of a document. */
export interface Understanding {
  readonly resources: readonly Resource[];
  /** By the id of the operation; every operation of the document is here. */
  readonly operations: ReadonlyMap<string, Understood>;
  /** Hints that could not be followed. */
  readonly findings: readonly Finding[];
}
