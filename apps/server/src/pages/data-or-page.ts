/** Answers what programs read as JSON, and people as a page. */
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { preference } from '../http/browser.js';
import type { RequestContext } from '../http/request-context.js';
import { copyButtons } from './copy-buttons.js';
import type { Html } from '../kit/html.js';
import { basePath, pageAnswer } from './page.js';
import { stylesheet } from './stylesheet.js';

/** One content in both forms. */
export interface Content {
  readonly data: unknown;
  readonly title: string;
  /** What the page is about, for who finds it elsewhere. */
  readonly about: string;
  readonly body: Html;
}

/** The form that the request prefers. */
export function dataOrPage(ctx: RequestContext, { data, title, about, body }: Content): Answer {
  const found =
    preference(ctx.request.header) === 'html'
      ? pageAnswer({
          title: `${title} · Understudy`,
          description: about,
          base: basePath(ctx),
          style: stylesheet,
          script: copyButtons,
          body,
        })
      : { status: 200, type: JSON_TYPE, body: JSON.stringify({ data }), caching: 'static' as const };
  return { ...found, headers: { ...found.headers, vary: 'Accept' } };
}
