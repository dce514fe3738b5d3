/** The social media domain: its handlers over its records. */
import {
  type Attachment,
  MAX_IMAGES,
  type NewAttachment,
  type Post,
  social as declared,
  type Thread,
  type ThreadNode,
} from '@understudy/contract/social';
import {
  badRequest,
  type ContextOf,
  implement,
  indexOfSeededId,
  instantText,
  numberedId,
  type Records,
  type Result,
  seededId,
} from '../../kit/index.js';
import { accountReads, actorIn, blockAccount, followAccount, unblockAccount, unfollowAccount } from './ties.js';
import { accounts, blocking, following, liking } from './records/account.js';
import { changes, type PostRecord, posts, tagsIn, tell } from './records/post.js';
import { shownPost, timeline } from './timeline.js';
import { seenPost, sightOf, type Viewer, viewerIn } from './viewer.js';
import { postGraph } from './records/graph.js';
import { imageSizes } from './words/pages.js';

type Creating = ContextOf<typeof declared, 'createPost'>;
/** Refuses a post that says nothing, and attachments that do not go together. */
function checkContents({ input: { text, attachments } }: Creating): void {
  if (text === '' && attachments.length === 0) {
    throw badRequest([{ pointer: '#/text', code: 'required', detail: 'must not be empty without attachments' }]);
  }
  if (attachments.length < 2 || attachments.every(({ type }) => type === 'image')) return;
  const detail = `must be up to ${MAX_IMAGES} images, or one attachment of another type`;
  throw badRequest([{ pointer: '#/attachments', code: 'too_many', detail }]);
}

/** What the server adds to an attachment. Nothing is fetched: it follows from what was sent. */
function attached(given: NewAttachment, now: number): Attachment {
  switch (given.type) {
    case 'image': {
      const sum = Array.from(given.url).reduce((total, one) => total + (one.codePointAt(0) ?? 0), 0);
      return { ...given, ...(imageSizes[sum % imageSizes.length] ?? imageSizes[0]) };
    }
    case 'link':
      return { ...given, title: new URL(given.url).hostname, description: null };
    case 'poll': {
      const options = given.options.map((label) => ({ label, votes: 0 }));
      const closes_at = instantText(now + given.duration_minutes * 60_000);
      return { type: 'poll', options, closes_at, is_closed: false };
    }
    case 'quote':
      return { ...given, state: 'available', text: null };
    default:
      return given satisfies never;
  }
}

/** Counts a reply to a post, or takes one off, and tells of it. */
function countReply({ records }: Pick<Creating, 'records'>, parent: PostRecord, by: 1 | -1): void {
  const answered = records.put(posts, { ...parent, reply_count: parent.reply_count + by });
  if (answered.removed_at === null) tell(records, 'counts', answered);
}

/** Counts a root with its author, where everybody sees it. */
function countRoot(
  { records }: Pick<Creating, 'records'>,
  { account, place, visibility }: PostRecord,
  by: 1 | -1,
): void {
  if (place !== 'root' || visibility !== 'public') return;
  const author = records.find(accounts, account.id);
  records.put(accounts, { ...author, post_count: author.post_count + by });
}

function createPost(ctx: Creating): Result<Post[]> {
  const { input, records, now, emit } = ctx;
  const { text, in_reply_to, language } = input;
  checkContents(ctx);
  const { id: author, handle, display_name, is_protected } = actorIn(ctx);
  const parent =
    in_reply_to === null ? undefined : seenPost(ctx, author, { id: in_reply_to, at: { pointer: '#/in_reply_to' } });
  for (const [i, one] of input.attachments.entries()) {
    if (one.type === 'quote') seenPost(ctx, author, { id: one.post_id, at: { pointer: `#/attachments/${i}/post_id` } });
  }
  const id = numberedId(records, posts.prefix);
  const post = records.put(posts, {
    id,
    account: { id: author, handle, display_name },
    text,
    in_reply_to,
    thread_id: parent?.thread_id ?? id,
    visibility: is_protected ? 'followers' : input.visibility,
    attachments: input.attachments.map((one) => attached(one, now)),
    tags: tagsIn(text),
    language,
    like_count: 0,
    reply_count: 0,
    created_at: instantText(now),
    place: parent === undefined ? 'root' : 'reply',
    removed_at: null,
  });
  if (parent === undefined) {
    countRoot(ctx, post, 1);
    tell(records, 'post', post);
  } else countReply(ctx, parent, 1);
  const showing = { records, isThen: true, liked: false };
  // A webhook tells what its author sees, and is nobody's view.
  emit('post.created', { ...shownPost(post, { ...showing, viewer: author }), viewer: null });
  return { value: [shownPost(post, { ...showing, viewer: author })], location: `/api/social/posts/${id}` };
}

function deletePost(ctx: ContextOf<typeof declared, 'deletePost'>): Result<null> {
  const { input, records, now, problem, emit } = ctx;
  const { id: viewer } = actorIn(ctx);
  const found = records.find(posts, input.post_id);
  const isOwn = found.account.id === viewer;
  if (isOwn && found.removed_at !== null) return { value: null };
  const post = seenPost(ctx, viewer, { id: input.post_id });
  if (!isOwn) {
    const detail = `${post.id} is a post of ${post.account.id}`;
    throw problem('forbidden', { detail, errors: [{ parameter: 'post_id', code: 'not_yours', detail }] });
  }
  const removed_at = instantText(now);
  const removed = records.put(posts, { ...post, removed_at });
  const parent = post.in_reply_to === null ? undefined : records.get(posts, post.in_reply_to);
  if (parent !== undefined) countReply(ctx, parent, -1);
  if (post.place === 'root') {
    countRoot(ctx, removed, -1);
    tell(records, 'delete', removed);
  }
  emit('post.deleted', { id: post.id, removed_at });
  return { value: null };
}

/** Finds the ids of the direct replies to a post, oldest first. */
type Replies = (id: string) => readonly string[];

/** Replies by what they answer: seeded ones come before all that clients have written. */
function repliesIn(records: Records): Replies {
  const { dataset } = records;
  const written = new Map<string, string[]>();
  const isSeeded = (id: string) => {
    const index = indexOfSeededId(posts.prefix, id);
    return index >= 0 && index < posts.count(dataset);
  };
  for (const { id, in_reply_to } of records.changed(posts)) {
    if (in_reply_to !== null && !isSeeded(id)) written.set(in_reply_to, [...(written.get(in_reply_to) ?? []), id]);
  }
  // Their numbers rise.
  const inOrder = (ids: readonly string[]) => ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return (id) => {
    const seeded = isSeeded(id) ? postGraph(dataset).repliesTo(indexOfSeededId(posts.prefix, id)) : [];
    return [...Array.from(seeded, (index) => seededId(posts.prefix, index)), ...inOrder(written.get(id) ?? [])];
  };
}

interface Walk {
  readonly records: Records;
  readonly viewer: Viewer;
  readonly repliesTo: Replies;
  /** Most replies of a node. */
  readonly width: number;
}

/** A post as a node, with so many levels of replies; only of the post itself the replies may begin after one of them. */
function nodeOf(
  walk: Walk,
  post: PostRecord,
  { depth, after }: { depth: number; after?: string | undefined },
): ThreadNode {
  const { records, viewer, repliesTo, width } = walk;
  const { id } = post;
  const sight = sightOf(records, viewer, post);
  if (sight === 'unknown' || (sight !== 'seen' && post.removed_at === null)) return { kind: 'blocked', id };
  const all = repliesTo(id);
  const left = after === undefined ? all : all.slice(all.indexOf(after) + 1);
  const shown = depth === 0 ? [] : left.slice(0, width);
  const replies = shown.flatMap((reply) => {
    const found = records.get(posts, reply);
    return found === undefined ? [] : [nodeOf(walk, found, { depth: depth - 1 })];
  });
  const below = { replies, more_replies: left.length - shown.length };
  if (post.removed_at !== null) return { kind: 'deleted', id, ...below };
  return { kind: 'post', post: shownPost(post, { records, viewer }), ...below };
}

/** What a post answers, the root first. */
function ancestorsOf(walk: Walk, { in_reply_to }: PostRecord): ThreadNode[] {
  const found: ThreadNode[] = [];
  let next = in_reply_to;
  while (next !== null) {
    const post: PostRecord | undefined = walk.records.get(posts, next);
    if (post === undefined) break;
    found.push(nodeOf(walk, post, { depth: 0 }));
    next = post.in_reply_to;
  }
  return found.toReversed();
}

function getPost(ctx: ContextOf<typeof declared, 'getPost'>): Result<Post> {
  const { input, records } = ctx;
  const viewer = viewerIn(ctx);
  return { value: shownPost(seenPost(ctx, viewer, { id: input.post_id }), { records, viewer }) };
}

function getThread(ctx: ContextOf<typeof declared, 'getThread'>): Result<Thread> {
  const { input, records } = ctx;
  const { post_id, depth, width, after } = input;
  const viewer = viewerIn(ctx);
  const post = seenPost(ctx, viewer, { id: post_id });
  const walk = { records, viewer, repliesTo: repliesIn(records), width };
  if (after !== undefined && !walk.repliesTo(post_id).includes(after)) {
    const detail = `must be the id of a direct reply to ${post_id}`;
    throw badRequest([{ parameter: 'after', code: 'not_a_reply', detail }]);
  }
  return { value: { ancestors: ancestorsOf(walk, post), post: nodeOf(walk, post, { depth, after }) } };
}

type Liking = ContextOf<typeof declared, 'likePost'>;
/** Counts a like of a post, or takes one off, and tells of it. */
function count({ records }: Pick<Liking, 'records'>, post: PostRecord, by: 1 | -1): PostRecord {
  const counted = records.put(posts, { ...post, like_count: post.like_count + by });
  if (counted.removed_at === null) tell(records, 'counts', counted);
  return counted;
}

/** Likes a post; once more changes nothing. */
function likePost(ctx: Liking): Result<null> {
  const { input, records, emit } = ctx;
  const { id: account_id } = actorIn(ctx);
  const post = seenPost(ctx, account_id, { id: input.post_id });
  if (liking.set(records, [account_id, post.id], true)) {
    const { like_count } = count(ctx, post, 1);
    emit('post.liked', { account_id, post_id: post.id, like_count });
  }
  return { value: null };
}

/** Takes a like back, whatever has become of the post. */
function unlikePost(ctx: ContextOf<typeof declared, 'unlikePost'>): Result<null> {
  const { input, records } = ctx;
  const { id: account_id } = actorIn(ctx);
  const post = records.find(posts, input.post_id);
  if (liking.set(records, [account_id, post.id], false)) count(ctx, post, -1);
  return { value: null };
}

/** Who follows whom, and what answers what, is known of all accounts and posts at once. */
const needs = () => ({ collections: [accounts, posts] });

/** The social media domain. */
export const social = implement(declared, {
  collections: [accounts, posts, changes, following.changes, blocking.changes, liking.changes],
  handlers: {
    listTimeline: { needs, handle: timeline.listTimeline },

    streamTimeline: { needs, handle: timeline.streamTimeline },

    createPost: { needs, handle: createPost },

    getPost: { needs, handle: getPost },

    deletePost: { needs, handle: deletePost },

    getThread: { needs, handle: getThread },

    likePost: { needs, handle: likePost },

    unlikePost: { needs, handle: unlikePost },

    listAccounts: { needs, handle: accountReads.listAccounts },

    getAccount: { needs, handle: accountReads.getAccount },

    followAccount: { needs, handle: followAccount },

    unfollowAccount: { needs, handle: unfollowAccount },

    blockAccount: { needs, handle: blockAccount },

    unblockAccount: { needs, handle: unblockAccount },
  },
});
