/** The social media domain: a timeline that drifts, threads with gaps, and what one viewer sees and another does not. */
import { defineDomain } from '../kit/define-domain.js';
import { accountOperations } from './account-operations.js';
import { postOperations } from './post-operations.js';
import { socialEvents } from './webhook-events.js';

/** The social media domain. */
export const social = defineDomain({
  name: 'social',
  description:
    'Accounts that follow and block each other, their posts, and a timeline that can be followed as it happens. What is shown depends on the caller; the account of the user `usr_000n` is `acc_000n`, and a user without an account gets one with the first write. Of the seeded records, `acc_0003` blocks `acc_0001`, `acc_0001` blocks `acc_0004`, and `acc_0005` is protected and not followed by `acc_0001`. `pst_0001` has a thread of 7 levels, with a deleted and, for `acc_0001`, a blocked reply. `pst_0002`, of `acc_0001`, is deleted. `pst_0012` is for followers of `acc_0005`, `pst_0013` is of `acc_0003`, `pst_0014` of `acc_0004`, and `pst_0015` of `acc_0001`. Each type of attachment is among the ten newest posts.',
  events: socialEvents,
  operations: { ...postOperations, ...accountOperations },
});

export * from './account.js';
export * from './attachment.js';
export * from './post.js';
export * from './thread.js';
