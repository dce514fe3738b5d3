/** Calls of the operations that read from headers, or are about a record with versions. */

/** A call of an operation that reads from headers or is about a record with versions. */
export interface Declared {
  /** Prefix of the ids of its records. */
  readonly prefix?: string;
  /** An input, its conditions left out; `n` makes it another one. */
  readonly input: (id: string, n: number) => Record<string, unknown>;
  /** Whether the call changes the record that its conditions are about. */
  readonly changes?: boolean;
  /** The read of that record. */
  readonly read?: (id: string) => string;
  /** The status for those who find that another writer has removed the record: 404 where left out. */
  readonly removed?: number;
  /** The status of the read of a record that was removed: 404 where left out. */
  readonly gone?: number;
  /** Whether its record is too short to be compressed in any case. */
  readonly isShort?: boolean;
  /** A change by somebody else. */
  readonly other?: object;
  /** A path of a record that is not there, one of somebody else, and one whose state refuses the call. */
  readonly missing?: string;
  readonly forbidden?: string;
  readonly refused?: string;
}

const read = (id: string) => `/api/boards/${id}`;
const onBoard = {
  read,
  prefix: 'brd',
  changes: true,
  other: { title: 'Another' },
  missing: 'brd_9999',
  forbidden: 'brd_0003',
} as const;

const readListing = (id: string) => `/api/realestate/listings/${id}`;
const readCart = (id: string) => `/api/commerce/carts/${id}`;
const readOrder = (id: string) => `/api/commerce/orders/${id}`;
const onCart = {
  read: readCart,
  prefix: 'cart',
  changes: true,
  other: { discount_code: 'TENOFF' },
  missing: 'cart_9999',
} as const;

const inOffice = (id: string) => `/api/saas/organizations/org_0001/contacts/${id}`;
const contact = (contact_id: string) => ({ organization_id: 'org_0001', contact_id });
const onContact = {
  read: inOffice,
  prefix: 'cnt',
  changes: true,
  gone: 410,
  isShort: true,
  other: { phone: null, tags: ['another'] },
  missing: 'cnt_9999',
} as const;

/** A call for each, by the name of its operation. */
export const declaredCalls: Readonly<Record<string, Declared>> = {
  'boards.getBoard': { read, prefix: 'brd', input: (board_id) => ({ board_id }) },
  'boards.renameBoard': { ...onBoard, input: (board_id, n) => ({ board_id, title: `Title ${n}` }) },
  'boards.putBoard': {
    read,
    prefix: 'brd',
    changes: true,
    other: onBoard.other,
    input: (board_id, n) => ({ board_id, title: `Title ${n}` }),
  },
  'boards.removeBoard': { ...onBoard, input: (board_id) => ({ board_id }) },
  'boards.pinNote': { ...onBoard, refused: 'brd_0002', input: (board_id, n) => ({ board_id, note: `Note ${n}` }) },
  'boards.closeBoard': { ...onBoard, input: (board_id) => ({ board_id }) },
  'boards.printBoard': { ...onBoard, changes: false, input: (board_id) => ({ board_id }) },
  'realestate.getListing': { read: readListing, prefix: 'lst', input: (listing_id) => ({ listing_id }) },
  'realestate.updateListing': {
    read: readListing,
    prefix: 'lst',
    changes: true,
    other: { title: 'Another' },
    missing: 'lst_9999',
    input: (listing_id, n) => ({ listing_id, title: `Title ${n}` }),
  },
  'commerce.getCart': { read: readCart, prefix: 'cart', input: (cart_id) => ({ cart_id }) },
  'commerce.updateCart': { ...onCart, input: (cart_id, n) => ({ cart_id, email: `ada.${n}@example.com` }) },
  'commerce.setCartLine': { ...onCart, input: (cart_id, n) => ({ cart_id, variant_id: 'var_0003', quantity: n + 1 }) },
  'commerce.getOrder': { read: readOrder, prefix: 'ord', input: (order_id) => ({ order_id }) },
  'saas.getContact': { ...onContact, input: contact },
  'saas.replaceContact': {
    ...onContact,
    input: (id, n) => ({ ...contact(id), email: `ada.${id}.${n}@example.com`, name: `Ada ${n}` }),
  },
  'saas.updateContact': { ...onContact, input: (id, n) => ({ ...contact(id), name: `Ada ${n}` }) },
  'saas.deleteContact': { ...onContact, removed: 412, input: contact },
  'food.getFoodOrder': {
    read: (id) => `/api/food/orders/${id}`,
    prefix: 'fod',
    input: (order_id) => ({ order_id }),
  },
  'boards.greet': { input: () => ({ locale: 'de', times: 2, tags: ['a', 'b'] }) },
  'boards.leaveGreeting': { input: (_id, n) => ({ text: `Hi ${n}`, locale: 'de', times: 2, tags: ['a', 'b'] }) },
};
