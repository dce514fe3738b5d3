/** Accounts and their relations. */
import { account as accountSchema, type Account } from '@understudy/contract/social';
import {
  type Collection,
  type Dataset,
  indexOfSeededId,
  internalCollection,
  type Records,
  type WritableRecords,
  z,
} from '../../../kit/index.js';
import { bios } from '../words/pages.js';
import {
  accountMadeAt,
  blocksAtFirst,
  followCounts,
  follows,
  followsAtFirst,
  isProtected,
  likersOf,
  namesOf,
  postGraph,
} from './graph.js';

/** An account as it is kept: what it is to others is kept apart. */
export type AccountRecord = Omit<Account, 'viewer'>;

function seeded(dataset: Dataset, index: number): AccountRecord {
  const random = dataset.random('accounts', index);
  const { following, followers } = followCounts(dataset, index);
  return {
    ...namesOf(dataset, index),
    bio: random.chance(0.75) ? random.pick(bios) : null,
    is_protected: isProtected(dataset, index),
    follower_count: followers,
    following_count: following,
    post_count: postGraph(dataset).countOf(index),
    created_at: accountMadeAt(index),
  };
}

/** Accounts. */
export const accounts: Collection<AccountRecord> = {
  name: 'accounts',
  prefix: 'acc',
  noun: 'account',
  schema: accountSchema.omit({ viewer: true }),
  defaultSize: 60,
  count: (dataset) => dataset.size('accounts'),
  seeded,
  relations: [follows, postGraph],
};

const changed = z.object({ id: z.string(), is_on: z.boolean() });

/** A relation from an account to another account, or to a post. */
interface Relation {
  /** What clients have changed of it. */
  readonly changes: Collection<z.infer<typeof changed>>;
  /** Whether it is there, by ids. */
  readonly is: (records: Records, from: string, to: string) => boolean;
  /** Whether it was seeded, by ids. */
  readonly atFirst: (records: Records, from: string, to: string) => boolean;
  /** Makes it be there or not. Answers whether that changed anything. */
  readonly set: (records: WritableRecords, pair: readonly [from: string, to: string], isOn: boolean) => boolean;
}

interface RelationParts {
  readonly name: string;
  /** Prefix of the ids that it goes to. */
  readonly to: 'acc' | 'pst';
  /** How many of those are seeded. */
  readonly count: 'accounts' | 'posts';
  /** Whether it was seeded, by indexes. */
  readonly atFirst: (dataset: Dataset, from: number, to: number) => boolean;
}

function relation({ name, to: prefix, count, atFirst }: RelationParts): Relation {
  const changes = internalCollection({ name: `social_${name}`, prefix: name, schema: changed });
  const idOf = (from: string, to: string): string => `${from}>${to}`;
  const wasSeeded = ({ dataset }: Records, from: string, to: string): boolean => {
    const [one, other] = [indexOfSeededId('acc', from), indexOfSeededId(prefix, to)];
    const isSeeded = one >= 0 && one < dataset.size('accounts') && other >= 0 && other < dataset.size(count);
    return isSeeded && atFirst(dataset, one, other);
  };
  const is = (records: Records, from: string, to: string): boolean =>
    records.get(changes, idOf(from, to))?.is_on ?? wasSeeded(records, from, to);
  return {
    changes,
    is,
    atFirst: wasSeeded,
    set: (records, [from, to], isOn) => {
      if (is(records, from, to) === isOn) return false;
      records.put(changes, { id: idOf(from, to), is_on: isOn });
      return true;
    },
  };
}

/** Which accounts follow which. */
export const following = relation({ name: 'follows', to: 'acc', count: 'accounts', atFirst: followsAtFirst });

/** Which accounts block which. */
export const blocking = relation({ name: 'blocks', to: 'acc', count: 'accounts', atFirst: blocksAtFirst });

/** Which accounts like which posts. */
export const liking = relation({
  name: 'likes',
  to: 'pst',
  count: 'posts',
  atFirst: (dataset, account, post) => likersOf(dataset, post).has(account),
});
