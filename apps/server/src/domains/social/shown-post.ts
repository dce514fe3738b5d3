/** Shows posts to a viewer: what their quotes say, and whether the viewer likes them. */
import type { Attachment, Post } from '@understudy/contract/social';
import type { Records } from '../../kit/index.js';
import { type PostRecord, posts } from './records/post.js';
import { liking } from './records/relation.js';
import { sightOf, type Viewer } from './viewer.js';

type Quote = Extract<Attachment, { type: 'quote' }>;

/** How a post is shown. */
export interface Showing {
  readonly records: Records;
  readonly viewer: Viewer;
  /** Whether it is shown as when it was written: what was deleted since was there. */
  readonly isThen?: boolean;
  /** Whether the viewer likes it; as it is now where left out. */
  readonly liked?: boolean;
}

/** What a quote shows of the post that it quotes. */
function quoted(quote: Quote, { records, viewer, isThen = false }: Showing): Quote {
  const post = records.get(posts, quote.post_id);
  const hidden = (state: 'deleted' | 'blocked'): Quote => ({ ...quote, state, text: null });
  if (post === undefined) return hidden('deleted');
  const sight = sightOf(records, viewer, post);
  if (sight === 'unknown') return hidden('blocked');
  if (post.removed_at !== null && !isThen) return hidden('deleted');
  return sight === 'seen' ? { ...quote, state: 'available', text: post.text } : hidden('blocked');
}

/** A post as a viewer sees it. */
export function shownPost(record: PostRecord, showing: Showing): Post {
  const { records, viewer, liked } = showing;
  const { place: _place, removed_at: _removed, ...post } = record;
  return {
    ...post,
    attachments: post.attachments.map((one) => (one.type === 'quote' ? quoted(one, showing) : one)),
    viewer: viewer === undefined ? null : { liked: liked ?? liking.is(records, viewer, post.id) },
  };
}
