/** The handlers of tokens that control some sandboxes. */
import { sandboxes as declared } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { ContextOf } from '../../kit/context.js';
import { problemsOf } from '../../kit/problem-error.js';

type Contexts = {
  [Name in 'listControlTokens' | 'createControlToken' | 'revokeControlToken']: ContextOf<typeof declared, Name>;
};

const problem = problemsOf(declared.kinds);

/** Only whoever may control all sandboxes hands out tokens for some. */
export function tokenHandlers({ access, tokens }: Services) {
  const check = ({ reach }: Pick<Contexts['listControlTokens'], 'reach'>): void => {
    access.checkShared('handing out tokens');
    access.checkWhole(reach);
  };

  return {
    listControlTokens: async (ctx: Contexts['listControlTokens']) => {
      check(ctx);
      const all = await tokens.list();
      // Others end while a client pages, so that positions follow from the tokens themselves.
      let position = 0;
      return {
        entries: all.map((item) => ({
          position: (position = Math.max(position + 1, Date.parse(item.created_at))),
          item,
        })),
      };
    },

    createControlToken: async (ctx: Contexts['createControlToken']) => {
      check(ctx);
      const { sandboxes, expires_in_days } = ctx.input;
      const made = await tokens.make(sandboxes, expires_in_days);
      if (made !== undefined) return { value: [made] };
      throw problem('conflict', {
        detail: `this server has ${tokens.most} tokens, which is as many as it keeps; revoke some first`,
      });
    },

    revokeControlToken: async (ctx: Contexts['revokeControlToken']) => {
      check(ctx);
      await tokens.revoke(ctx.input.token_id);
      return { value: null };
    },
  };
}
