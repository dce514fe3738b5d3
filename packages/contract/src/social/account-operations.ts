/** The operations on accounts: who there is, following and blocking. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, nothing, recordOf } from '../kit/envelope.js';
import { recordId } from '../kit/field.js';
import { yes } from '../kit/filter.js';
import { get, put, remove } from '../kit/methods.js';
import { account } from './account.js';

/** An input that names an account. */
const about = (example: string) => z.object({ account_id: recordId('Id of the account.', example) });

/** What both ways of relating to an account have. */
const relating = { credential: 'bearer', kinds: ['conflict'], current: account, output: nothing } as const;

/** What taking one of them back has. */
const takingBack = { credential: 'bearer', output: nothing } as const;

/** The operations on accounts. */
export const accountOperations = {
  listAccounts: get('/api/social/accounts', {
    summary: 'List accounts',
    description: 'All accounts, without those that block the caller.',
    credential: 'viewer',
    searches: ['handle', 'display_name'],
    sorts: ['follower_count', 'created_at'],
    filters: {
      is_protected: yes(
        z
          .boolean()
          .meta({ description: 'Only accounts whose posts are for followers, or only others.', examples: [true] }),
      ),
    },
    input: listInput({}),
    output: listOf(account),
  }),
  getAccount: get('/api/social/accounts/{account_id}', {
    summary: 'Get an account',
    description: 'One account by its id. One that blocks the caller is 404.',
    credential: 'viewer',
    input: about('acc_0002'),
    output: recordOf(account),
  }),
  followAccount: put('/api/social/accounts/{account_id}/follow', {
    ...relating,
    input: about('acc_0006'),
    summary: 'Follow an account',
    description:
      'Follows an account. Following it again changes nothing. An account that blocks the caller is 404, one that they block 403 `blocked`, and their own 409 `conflict`.',
    emits: ['account.followed'],
  }),
  unfollowAccount: remove('/api/social/accounts/{account_id}/follow', {
    ...takingBack,
    input: about('acc_0002'),
    summary: 'Unfollow an account',
    description: 'Unfollows an account. If it is not followed, nothing changes.',
  }),
  blockAccount: put('/api/social/accounts/{account_id}/block', {
    ...relating,
    input: about('acc_0007'),
    summary: 'Block an account',
    description:
      "Blocks an account: neither sees the posts of the other any more, and neither follows the other. Blocking it again changes nothing. One's own account is 409 `conflict`.",
    emits: ['account.blocked'],
  }),
  unblockAccount: remove('/api/social/accounts/{account_id}/block', {
    ...takingBack,
    input: about('acc_0004'),
    summary: 'Unblock an account',
    description: 'Removes a block. It restores no follow. Without a block, nothing changes.',
  }),
};
