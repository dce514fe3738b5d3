/** Accounts, as one viewer sees them. */
import { z } from 'zod';
import { instant, recordId } from '../kit/field.js';

const counted = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const said = (description: string) => z.boolean().meta({ description, examples: [false] });

/** What an account and the author in a post have in common. */
export const accountNames = {
  id: recordId('Id of the account.', 'acc_0001'),
  handle: z
    .string()
    .regex(/^[a-z0-9_]{2,30}$/)
    .meta({ description: 'Its name in addresses; no other account has it.', examples: ['marcelo_abbott1'] }),
  display_name: z.string().meta({ description: 'Its name as it is shown.', examples: ['Marcelo Abbott'] }),
};

/** An account. */
export const account = z
  .object({
    ...accountNames,
    bio: z
      .string()
      .nullable()
      .meta({ description: 'How it describes itself; null if it does not.', examples: ['Mostly tomatoes.'] }),
    is_protected: said('Whether all its posts are for followers only.'),
    follower_count: counted('Accounts that follow it.', 12),
    following_count: counted('Accounts that it follows.', 9),
    post_count: counted('Its public posts that are no replies: the total of its timeline without a token.', 4),
    created_at: instant('When it was made.', '2024-03-04T09:00:00.000Z'),
    viewer: z
      .object({
        following: said('Whether the caller follows it.'),
        followed_by: said('Whether it follows the caller.'),
        blocking: said('Whether the caller blocks it.'),
      })
      .nullable()
      .meta({ description: 'How the caller relates to it; null without a token.' }),
  })
  .meta({ id: 'Account', description: 'An account, as the caller sees it.' });

/** An account. */
export type Account = z.infer<typeof account>;

/** The id of an account, in a path. */
export const accountId = recordId('Id of the account.', 'acc_0002');
