/** What must hold of seeded accounts and posts, whatever their seed and their number. */
import { account, attachmentTypes, MAX_POST_TEXT } from '@understudy/contract/social';
import { describe, expect, it } from 'vitest';
import { users } from '../../../identity/users.js';
import { Dataset, EPOCH, seededId } from '../../../kit/index.js';
import { changes, postRecord, type PostRecord, posts, tagsIn } from './post.js';
import { accounts } from './account.js';
import { areApart, blocksAtFirst, followsAtFirst, likersOf, postGraph } from './graph.js';
import { allOf } from '../../../kit/all-of.fixture.js';

/** All records of all collections. */
function everything(dataset: Dataset) {
  return { accounts: allOf(dataset, accounts), posts: allOf(dataset, posts), changes: allOf(dataset, changes) };
}

const indexOf = (id: string): number => Number(id.split('_')[1]) - 1;

describe.each([
  ['understudy', 60, 400],
  ['other', 60, 500],
  ['x', 7, 40],
  ['x', 1, 12],
  ['y', 3, 0],
  ['z', 0, 10],
])('seed %s, %i accounts, %i posts', (seed, accountCount, postsWanted) => {
  const dataset = new Dataset(seed, { accounts: accountCount, posts: postsWanted });
  const all = everything(dataset);
  const byId = new Map(all.posts.map((post) => [post.id, post]));
  const pairs = all.accounts.flatMap((_, from) => all.accounts.map((_other, to) => [from, to] as const));

  it('has what its schemas say', () => {
    expect([all.accounts.length, all.posts.length]).toEqual([accountCount, accountCount === 0 ? 0 : postsWanted]);
    for (const one of all.accounts) account.omit({ viewer: true }).parse(one);
    for (const one of all.posts) postRecord.parse(one);
  });

  it('counts the follows that there are, and none between those of whom one blocks the other', () => {
    for (const [index, { follower_count, following_count }] of all.accounts.entries()) {
      expect(follower_count).toBe(
        pairs.filter(([from, to]) => to === index && followsAtFirst(dataset, from, to)).length,
      );
      expect(following_count).toBe(
        pairs.filter(([from, to]) => from === index && followsAtFirst(dataset, from, to)).length,
      );
    }
    for (const [from, to] of pairs.filter(([one, other]) => areApart(dataset, one, other))) {
      expect(followsAtFirst(dataset, from, to)).toBe(false);
      expect(from).not.toBe(to);
    }
    expect(pairs.some(([from, to]) => from === to && followsAtFirst(dataset, from, to))).toBe(false);
  });

  it('has handles that no two share, and counts public roots', () => {
    expect(new Set(all.accounts.map(({ handle }) => handle)).size).toBe(accountCount);
    for (const { id, handle, display_name, is_protected, post_count } of all.accounts) {
      const own = all.posts.filter((post) => post.account.id === id);
      for (const post of own) expect(post.account).toEqual({ id, handle, display_name });
      const roots = own.filter(({ place, visibility, removed_at }) => {
        return place === 'root' && visibility === 'public' && removed_at === null;
      });
      expect(post_count).toBe(roots.length);
      if (is_protected) expect(own.filter(({ visibility }) => visibility === 'public')).toEqual([]);
    }
  });

  it('has threads that hang together', () => {
    for (const post of all.posts) {
      const live = all.posts.filter(({ in_reply_to, removed_at }) => in_reply_to === post.id && removed_at === null);
      expect(post.reply_count).toBe(live.length);
      expect(post.place).toBe(post.in_reply_to === null ? 'root' : 'reply');
      if (post.in_reply_to === null) {
        expect(post.thread_id).toBe(post.id);
        continue;
      }
      const parent = byId.get(post.in_reply_to) as PostRecord;
      expect(post.thread_id).toBe(parent.thread_id);
      expect(indexOf(parent.id)).toBeLessThan(indexOf(post.id));
      // Nobody answers what they may not see.
      expect(parent.visibility).toBe('public');
    }
  });

  it('has texts, tags and likes that fit', () => {
    for (const { id, text, tags, attachments, like_count, account: author, visibility } of all.posts) {
      expect(Array.from(text).length).toBeLessThanOrEqual(MAX_POST_TEXT);
      expect(text).not.toBe('');
      expect(tags).toEqual(tagsIn(text));
      expect(attachments.every(({ type }) => type === 'image') || attachments.length === 1).toBe(true);
      expect(attachments.length).toBeLessThanOrEqual(4);
      for (const one of attachments) {
        if (one.type === 'poll') expect([one.is_closed, Date.parse(one.closes_at) < EPOCH]).toEqual([true, true]);
        if (one.type !== 'quote') continue;
        expect(byId.get(one.post_id)).toMatchObject({ place: 'root', visibility: 'public', removed_at: null });
        expect(indexOf(one.post_id)).toBeLessThan(indexOf(id));
      }
      const likers = [...likersOf(dataset, indexOf(id))];
      expect(like_count).toBe(likers.length);
      expect(likers).not.toContain(indexOf(author.id));
      if (visibility === 'public') continue;
      expect(likers.filter((liker) => !followsAtFirst(dataset, liker, indexOf(author.id)))).toEqual([]);
    }
  });

  it('was written in order, and before the present', () => {
    for (const instants of [all.accounts.map((one) => one.created_at), all.posts.map((one) => one.created_at)]) {
      expect(instants).toEqual(instants.toSorted());
      for (const at of instants) expect(Date.parse(at)).toBeLessThan(EPOCH);
    }
    for (const { id, removed_at } of all.posts.filter((post) => post.removed_at !== null)) {
      const told = [byId.get(id), ...all.posts.filter(({ in_reply_to }) => in_reply_to === id)];
      for (const post of told) expect(String(removed_at) >= String(post?.created_at)).toBe(true);
      expect(Date.parse(String(removed_at))).toBeLessThan(EPOCH);
    }
  });

  it('tells of its newest public posts', () => {
    const { publicRoots } = postGraph(dataset);
    expect(all.changes.map(({ post_id }) => post_id)).toEqual(
      Array.from(publicRoots.slice(-20), (index) => seededId('pst', index)),
    );
  });
});

it('has the records that are always there', () => {
  const dataset = new Dataset('understudy', { accounts: 60, posts: 400, users: 50 });
  const all = everything(dataset);
  expect([blocksAtFirst(dataset, 2, 0), blocksAtFirst(dataset, 0, 3)]).toEqual([true, true]);
  expect([all.accounts[4]?.is_protected, followsAtFirst(dataset, 0, 4)]).toEqual([true, false]);
  expect(all.posts[1]).toMatchObject({ account: { id: 'acc_0001' }, removed_at: expect.any(String) });
  expect(all.posts[11]).toMatchObject({ account: { id: 'acc_0005' }, visibility: 'followers' });
  expect([all.posts[12]?.account.id, all.posts[13]?.account.id]).toEqual(['acc_0003', 'acc_0004']);
  const newest = Array.from(
    postGraph(dataset).publicRoots.slice(-10),
    (index) => all.posts[index]?.attachments[0]?.type,
  );
  expect(new Set(newest.filter((type) => type !== undefined))).toEqual(new Set(attachmentTypes));
  // The accounts of users have their names.
  for (let i = 0; i < 50; i++) expect(all.accounts[i]?.display_name).toBe(users.seeded(dataset, i).name);
});

it('shows every kind of post', () => {
  const { posts: all } = everything(new Dataset('understudy', { accounts: 60, posts: 2000 }));
  const share = (isSo: (post: PostRecord) => boolean) => all.filter(isSo).length / all.length;
  expect(share(({ place }) => place === 'root')).toBeCloseTo(0.55, 1);
  expect(share(({ removed_at }) => removed_at !== null)).toBeCloseTo(0.03, 1);
  expect(share(({ visibility }) => visibility === 'followers')).toBeLessThan(0.3);
  expect(new Set(all.map(({ language }) => language)).size).toBeGreaterThan(4);
  expect(new Set(all.filter(({ place }) => place === 'root').map(({ text }) => text)).size).toBeGreaterThan(500);
});

it('is the same among many', () => {
  const [few, many] = [400, 50_000].map((count) => new Dataset('understudy', { accounts: 60, posts: count }));
  if (few === undefined || many === undefined) return;
  for (const i of [0, 1, 57, 300]) {
    // Later replies count with what they answer.
    const { reply_count: _few, removed_at: _at, ...one } = posts.seeded(few, i);
    expect(posts.seeded(many, i)).toMatchObject(one);
  }
  expect(accounts.seeded(many, 7).display_name).toBe(accounts.seeded(few, 7).display_name);
});
