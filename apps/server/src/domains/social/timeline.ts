/** Reads the timeline: as a list, and as a stream of what happens. */
import type { Attachment, Post, social } from '@understudy/contract/social';
import {
  type ContextOf,
  eventNumber,
  type HandlersOf,
  listing,
  type Only,
  type OutcomeOf,
  type Records,
} from '../../kit/index.js';
import { changeAt, type ChangeRecord, isSeededChange, lastChange, type PostRecord, posts } from './records/post.js';
import { blocking, following, liking } from './records/account.js';
import { sightOf, type Viewer, viewerIn } from './viewer.js';

type Quote = Extract<Attachment, { type: 'quote' }>;

interface Showing {
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

type Listing = ContextOf<typeof social, 'listTimeline'>;
type Streaming = ContextOf<typeof social, 'streamTimeline'>;
type StreamOutcome = OutcomeOf<(typeof social)['operations']['streamTimeline']>;
type TimelineEvent = StreamOutcome['events'][number];

/** Events that are made at once: whoever reads slowly has no more of them made. */
const AT_ONCE = 100;

interface Reader {
  readonly viewer: Viewer;
  readonly isHome: boolean;
}

/** @throws ProblemError 401 for who wants the posts of those that they follow, and does not say who they are */
function readerOf(ctx: Listing | Streaming): Reader {
  const { input, problem } = ctx;
  const viewer = viewerIn(ctx);
  const isHome = input.feed === 'home';
  if (isHome && viewer === undefined) {
    const detail = 'feed=home needs an access token: it is about whom you follow';
    throw problem('unauthorized', { detail, headers: { 'www-authenticate': 'Bearer realm="understudy"' } });
  }
  return { viewer, isHome };
}

/** Whether a post is on the timeline of a reader. */
function isShown(
  records: Records,
  { viewer, isHome }: Reader,
  post: Pick<PostRecord, 'visibility'> & { readonly account: { readonly id: string } },
): boolean {
  if (sightOf(records, viewer, post) !== 'seen') return false;
  const { id } = post.account;
  return !isHome || id === viewer || (viewer !== undefined && following.is(records, viewer, id));
}

/** The posts of a list, which follow from who asks. */
function onlyFor({ input: { feed, has } }: Listing, reader: Reader): Only<PostRecord> {
  return {
    by: [reader.viewer, feed, has],
    from: [following.changes, blocking.changes],
    has: (post, records) =>
      (has === undefined || post.attachments.some(({ type }) => type === has)) && isShown(records, reader, post),
  };
}

interface NumberedChange extends ChangeRecord {
  readonly number: number;
}

/** What somebody is told of a change. */
function eventOf(records: Records, viewer: Viewer, change: NumberedChange): TimelineEvent {
  const id = String(change.number);
  const { event, post_id, like_count, reply_count, post } = change;
  if (event === 'post' && post !== null) {
    const liked = viewer !== undefined && isSeededChange(records, change) && liking.atFirst(records, viewer, post_id);
    return { id, event, data: { post: shownPost(post, { records, viewer, isThen: true, liked }) } };
  }
  if (event === 'delete') return { id, event, data: { id: post_id } };
  return { id, event: 'counts', data: { id: post_id, like_count, reply_count } };
}

/** What has happened since, of which the reader may be told. */
function told({ records, input }: Streaming, reader: Reader): StreamOutcome {
  const last = lastChange(records);
  const after = eventNumber(input, last) ?? last;
  const events: TimelineEvent[] = [];
  for (let number = after + 1; number <= last && events.length < AT_ONCE; number++) {
    const change = changeAt(records, number);
    if (change === undefined) continue;
    const { account_id: id, visibility } = change;
    if (isShown(records, reader, { account: { id }, visibility })) {
      events.push(eventOf(records, reader.viewer, { ...change, number }));
    }
  }
  // Who begins at the present is told where that is.
  return { events, position: input.last_event_id === undefined ? String(after) : undefined };
}

/** The handlers of the timeline. */
export const timeline = {
  listTimeline: (ctx: Listing) => {
    const { records } = ctx;
    const reader = readerOf(ctx);
    const { viewer } = reader;
    return listing(
      posts,
      { place: 'root' },
      { newestFirst: true, only: onlyFor(ctx, reader), show: (post) => shownPost(post, { records, viewer }) },
    );
  },

  streamTimeline: (ctx: Streaming) => told(ctx, readerOf(ctx)),
} satisfies Pick<HandlersOf<typeof social>, 'listTimeline' | 'streamTimeline'>;
