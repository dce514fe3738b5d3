/** Posts, and what changed of them. */
import { type Attachment, type Post, socialPost } from '@understudy/contract/social';
import {
  approaching,
  type Collection,
  countBefore,
  type Dataset,
  EPOCH,
  indexOfSeededId,
  nextInSequence,
  nowhere,
  peekSequence,
  type Random,
  type Records,
  seededId,
  type Transition,
  type WritableRecords,
  z,
} from '../../../kit/index.js';
import { englishTopics, leads, otherTopics, replies, tails } from '../words/topics.js';
import { likersOf, namesOf, postCount, postGraph, type PostGraph } from './graph.js';
import { choices, images, imageSizes, pages } from '../words/pages.js';

/** A word of letters, digits and underscores behind a #, with a letter in it: `#1` is no tag. */
const TAG = /#(?=[\p{N}_]*\p{L})([\p{L}\p{N}_]+)/gu;

/** The `#words` of a text, in lower case, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(TAG), ([, word = '']) => word.toLowerCase()))];
}

const MEDIA = 'https://media.example.com';

/** By their turn among the public roots: each type is there among any ten of them. */
const turns = ['none', 'image', 'none', 'link', 'none', 'video', 'poll', 'none', 'quote', 'images'] as const;

/** How far back a quote reaches, in public roots. */
const REACH = 40;

function drawImage(random: Random): Attachment {
  const { name, alt } = random.pick(images);
  return { type: 'image', url: `${MEDIA}/photos/${name}-${random.int(1, 90)}.jpg`, alt, ...random.pick(imageSizes) };
}

function drawVideo(random: Random): Attachment {
  const { name } = random.pick(images);
  const clip = `${MEDIA}/clips/${name}-${random.int(1, 90)}`;
  const poster_url = random.chance(0.8) ? `${clip}.jpg` : null;
  return { type: 'video', url: `${clip}.mp4`, duration_ms: random.int(40, 900) * 100, poster_url };
}

function drawLink(random: Random): Attachment {
  const { path, ...page } = random.pick(pages);
  return { type: 'link', url: `https://example.org/${path}`, ...page };
}

/** A seeded poll is over, whenever it is read. */
function drawPoll(random: Random, createdAt: number): Attachment {
  const options = random.pick(choices).map((label) => ({ label, votes: random.int(0, 60) }));
  const closes_at = new Date(createdAt + random.int(1, 24) * 3_600_000).toISOString();
  return { type: 'poll', options, closes_at, is_closed: true };
}

/** The number of a post among the public roots; -1 where it is none. */
function turnOf({ publicRoots }: PostGraph, index: number): number {
  const turn = countBefore(publicRoots.length, (one) => (publicRoots[one] ?? 0) >= index);
  return publicRoots[turn] === index ? turn : -1;
}

function drawQuote(random: Random, { publicRoots }: PostGraph, turn: number): Attachment {
  const quoted = publicRoots[turn - random.int(1, Math.min(turn, REACH))] ?? 0;
  return { type: 'quote', post_id: seededId('pst', quoted), state: 'available', text: null };
}

/** What is attached to the seeded post at an index. What a quote shows follows from who asks. */
function attachmentsOf(dataset: Dataset, index: number, createdAt: number): Attachment[] {
  const graph = postGraph(dataset);
  const random = dataset.random('posts/attachments', index);
  const turn = turnOf(graph, index);
  switch (turns[turn % turns.length]) {
    case 'image':
      return [drawImage(random)];
    case 'images':
      return Array.from({ length: random.int(2, 4) }, () => drawImage(random));
    case 'video':
      return [drawVideo(random)];
    case 'link':
      return [drawLink(random)];
    case 'poll':
      return [drawPoll(random, createdAt)];
    case 'quote':
      return [drawQuote(random, graph, turn)];
    default:
      return turn < 0 && random.chance(0.1) ? [drawImage(random)] : [];
  }
}

/** Where a post stands in its thread: the timeline has roots alone. */
const places = ['root', 'reply'] as const;

/** A post as it is kept. What its quotes show, and what it is to others, follows from who asks. */
export const postRecord = socialPost
  .omit({ viewer: true })
  .extend({ place: z.enum(places), removed_at: z.iso.datetime().nullable() });

/** A post as it is kept. */
export interface PostRecord extends Omit<Post, 'viewer'> {
  readonly place: (typeof places)[number];
  readonly removed_at: string | null;
}

const DAY_MS = 86_400_000;

/** The posts that are always there are in the language of their replies. */
const ALWAYS_ENGLISH = 20;

/** When a seeded post was written, in ms since 1970: in order of index, and never at the present. */
const writtenAt = approaching({ from: EPOCH - 361 * DAY_MS, to: EPOCH - DAY_MS, half: 20 });

/** When a seeded post was deleted: after it was last answered. */
function removedAt(dataset: Dataset, index: number): string {
  const last = postGraph(dataset).repliesTo(index).at(-1) ?? index;
  const from = writtenAt(last);
  return new Date(
    from + Math.floor((EPOCH - DAY_MS - from) * dataset.random('posts/removed', index).fraction()),
  ).toISOString();
}

function textOf(
  dataset: Dataset,
  index: number,
  isRoot: boolean,
): { readonly text: string; readonly language: string } {
  const random = dataset.random('posts', index);
  if (!isRoot) return { text: random.pick(replies), language: 'en' };
  const isEnglish = index < ALWAYS_ENGLISH || random.chance(0.8);
  const { texts, language } = random.pick(isEnglish ? englishTopics : otherTopics);
  const text = random.pick(texts);
  if (!isEnglish) return { text, language };
  const lead = random.chance(0.5) ? [random.pick(leads)] : [];
  const tail = random.chance(0.5) ? [random.pick(tails)] : [];
  const [said = '', ...tags] = text.split(' #');
  return { text: [...lead, said, ...tail, ...tags.map((tag) => `#${tag}`)].join(' '), language };
}

function seeded(dataset: Dataset, index: number): PostRecord {
  const graph = postGraph(dataset);
  const { author, parent, isForFollowers, isDeleted } = graph.planOf(index);
  const { text, language } = textOf(dataset, index, parent === undefined);
  const createdAt = writtenAt(index);
  return {
    id: seededId('pst', index),
    account: namesOf(dataset, author),
    text,
    in_reply_to: parent === undefined ? null : seededId('pst', parent),
    thread_id: seededId('pst', graph.rootOf(index)),
    visibility: isForFollowers === true ? 'followers' : 'public',
    attachments: attachmentsOf(dataset, index, createdAt),
    tags: tagsIn(text),
    language,
    like_count: likersOf(dataset, index).size,
    reply_count: Array.from(graph.repliesTo(index)).filter((reply) => graph.planOf(reply).isDeleted !== true).length,
    created_at: new Date(createdAt).toISOString(),
    place: parent === undefined ? 'root' : 'reply',
    removed_at: isDeleted === true ? removedAt(dataset, index) : null,
  };
}

function transition(record: PostRecord): Transition<PostRecord> | undefined {
  const [first] = record.attachments;
  if (first?.type !== 'poll' || first.is_closed) return undefined;
  return { at: Date.parse(first.closes_at), record: { ...record, attachments: [{ ...first, is_closed: true }] } };
}

function atPlace(dataset: Dataset, place: string) {
  const { roots, replies: answers } = postGraph(dataset);
  if (place === 'root') return roots;
  return place === 'reply' ? answers : nowhere;
}

/** Posts. */
export const posts: Collection<PostRecord> = {
  name: 'posts',
  prefix: 'pst',
  noun: 'post',
  schema: postRecord,
  defaultSize: 400,
  count: postCount,
  seeded,
  transition,
  relations: [postGraph],
  removal: { at: ({ removed_at }) => removed_at, seeded: (dataset) => postGraph(dataset).deleted },
  lookup: { place: atPlace },
};

/** Seeded posts that are told of as if they had just been written. */
const TOLD = 20;

const changeRecord = z.object({
  id: z.string(),
  event: z.enum(['post', 'delete', 'counts']),
  post_id: z.string(),
  account_id: z.string(),
  visibility: postRecord.shape.visibility,
  like_count: z.int(),
  reply_count: z.int(),
  /** The post as it was written; null where that is not told. */
  post: postRecord.nullable(),
});

/** Something that happened. */
export type ChangeRecord = z.infer<typeof changeRecord>;

const PREFIX = 'chg';

/** What is told of a post. */
function changeOf(id: string, event: ChangeRecord['event'], post: PostRecord): ChangeRecord {
  const { id: post_id, account, visibility, like_count, reply_count } = post;
  const own = event === 'post' ? post : null;
  return { id, event, post_id, account_id: account.id, visibility, like_count, reply_count, post: own };
}

const seededChange = (dataset: Dataset): number => Math.min(TOLD, postGraph(dataset).publicRoots.length);

/** What happened on the timeline. */
export const changes: Collection<ChangeRecord> = {
  name: 'social_changes',
  prefix: PREFIX,
  noun: 'change',
  schema: changeRecord,
  unlisted: true,
  count: seededChange,
  seeded: (dataset, index) => {
    const { publicRoots } = postGraph(dataset);
    const post = posts.seeded(dataset, publicRoots[publicRoots.length - seededChange(dataset) + index] ?? 0);
    return changeOf(seededId(PREFIX, index), 'post', post);
  },
  relations: [postGraph],
};

/** The number of the last thing that happened, counted from 1. */
export function lastChange(records: Records): number {
  return seededChange(records.dataset) + peekSequence(records, changes.name) - 1;
}

/** What happened under a number; undefined where that is not known, as after a snapshot that lacks it. */
export function changeAt(records: Records, number: number): ChangeRecord | undefined {
  return records.get(changes, seededId(PREFIX, number - 1));
}

/** Whether it is one of those that were seeded. */
export function isSeededChange({ dataset }: Records, { id }: ChangeRecord): boolean {
  return indexOfSeededId(PREFIX, id) < seededChange(dataset);
}

/** Writes down what happens to a post, in the same commit. */
export function tell(records: WritableRecords, event: ChangeRecord['event'], post: PostRecord): void {
  const number = seededChange(records.dataset) + nextInSequence(records, changes.name);
  records.put(changes, changeOf(seededId(PREFIX, number - 1), event, post));
}
