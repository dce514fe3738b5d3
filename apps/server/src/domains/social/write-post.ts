/** Writes posts, and deletes them. */
import type { contract } from '@understudy/contract';
import { type Attachment, MAX_IMAGES, type NewAttachment, type Post } from '@understudy/contract/social';
import { badRequest, type ContextOf, instantText, numberedId, type Result } from '../../kit/index.js';
import { actorIn } from './ties.js';
import { accounts } from './records/account.js';
import { type PostRecord, posts, tagsIn, tell } from './records/post.js';
import { shownPost } from './timeline.js';
import { seenPost } from './viewer.js';
import { imageSizes } from './words/pages.js';

type Creating = ContextOf<typeof contract.social, 'createPost'>;
type Deleting = ContextOf<typeof contract.social, 'deletePost'>;

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

/** Writes a post or a reply. */
export function createPost(ctx: Creating): Result<Post[]> {
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

/** Deletes a post of one's own. */
export function deletePost(ctx: Deleting): Result<null> {
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
