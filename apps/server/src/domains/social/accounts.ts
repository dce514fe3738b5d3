/** Reads accounts. */
import type { contract } from '@understudy/contract';
import type { social } from '@understudy/contract/social';
import { type ContextOf, type HandlersOf, listing, type Only } from '../../kit/index.js';
import { type AccountRecord, accounts } from './records/account.js';
import { blocking } from './records/relation.js';
import { shownAccount, viewerIn } from './viewer.js';

type Social = typeof contract.social;

/** The accounts that do not block who asks. */
function open(viewer: string): Only<AccountRecord> {
  return { by: [viewer], from: [blocking.changes], has: ({ id }, records) => !blocking.is(records, id, viewer) };
}

/** The handlers of what is read of accounts. */
export const accountReads = {
  listAccounts: (ctx: ContextOf<Social, 'listAccounts'>) => {
    const { records } = ctx;
    const viewer = viewerIn(ctx);
    const show = (account: AccountRecord) => shownAccount(records, viewer, account);
    return listing(accounts, {}, { show, only: viewer === undefined ? undefined : open(viewer) });
  },

  getAccount: (ctx: ContextOf<Social, 'getAccount'>) => {
    const { input, records } = ctx;
    const viewer = viewerIn(ctx);
    const account = records.find(accounts, input.account_id);
    if (viewer !== undefined && blocking.is(records, account.id, viewer)) throw records.missing(accounts, account.id);
    return { value: shownAccount(records, viewer, account) };
  },
} satisfies Pick<HandlersOf<typeof social>, 'listAccounts' | 'getAccount'>;
