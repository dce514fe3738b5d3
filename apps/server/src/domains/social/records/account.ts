/** Accounts. Those of seeded users have their names. */
import { account, type Account } from '@understudy/contract/social';
import type { Collection, Dataset } from '../../../kit/index.js';
import { bios } from '../words/pages.js';
import { accountMadeAt, isProtected, namesOf } from './account-plan.js';
import { followCounts, follows } from './follow-graph.js';
import { postGraph } from './post-graph.js';

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
  schema: account.omit({ viewer: true }),
  defaultSize: 60,
  count: (dataset) => dataset.size('accounts'),
  seeded,
  relations: [follows, postGraph],
};
