/** What happens on the timeline, written down with its cause and numbered: the events of the stream. */
import {
  type Collection,
  type Dataset,
  indexOfSeededId,
  nextInSequence,
  peekSequence,
  type Records,
  seededId,
  type WritableRecords,
  z,
} from '../../../kit/index.js';
import { type PostRecord, postRecord, posts } from './post.js';
import { postGraph } from './post-graph.js';

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

const toldAtFirst = (dataset: Dataset): number => Math.min(TOLD, postGraph(dataset).publicRoots.length);

/** What happened on the timeline. */
export const changes: Collection<ChangeRecord> = {
  name: 'social_changes',
  prefix: PREFIX,
  noun: 'change',
  schema: changeRecord,
  unlisted: true,
  count: toldAtFirst,
  seeded: (dataset, index) => {
    const { publicRoots } = postGraph(dataset);
    const post = posts.seeded(dataset, publicRoots[publicRoots.length - toldAtFirst(dataset) + index] ?? 0);
    return changeOf(seededId(PREFIX, index), 'post', post);
  },
  relations: [postGraph],
};

/** The number of the last thing that happened, counted from 1. */
export function lastChange(records: Records): number {
  return toldAtFirst(records.dataset) + peekSequence(records, changes.name) - 1;
}

/** What happened under a number; undefined where that is not known, as after a snapshot that lacks it. */
export function changeAt(records: Records, number: number): ChangeRecord | undefined {
  return records.get(changes, seededId(PREFIX, number - 1));
}

/** Whether it is one of those that were seeded. */
export function isSeededChange({ dataset }: Records, { id }: ChangeRecord): boolean {
  return indexOfSeededId(PREFIX, id) < toldAtFirst(dataset);
}

/** Writes down what happens to a post, in the same commit. */
export function tell(records: WritableRecords, event: ChangeRecord['event'], post: PostRecord): void {
  const number = toldAtFirst(records.dataset) + nextInSequence(records, changes.name);
  records.put(changes, changeOf(seededId(PREFIX, number - 1), event, post));
}
