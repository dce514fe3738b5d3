/** What is attached to seeded posts. */
import type { Attachment } from '@understudy/contract/social';
import { type Dataset, type Random, seededId } from '../../../kit/index.js';
import { choices, images, imageSizes, pages } from '../words/pages.js';
import { type PostGraph, postGraph } from './post-graph.js';

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
  let [low, high] = [0, publicRoots.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((publicRoots[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return publicRoots[low] === index ? low : -1;
}

function drawQuote(random: Random, { publicRoots }: PostGraph, turn: number): Attachment {
  const quoted = publicRoots[turn - random.int(1, Math.min(turn, REACH))] ?? 0;
  return { type: 'quote', post_id: seededId('pst', quoted), state: 'available', text: null };
}

/** What is attached to the seeded post at an index. What a quote shows follows from who asks. */
export function attachmentsOf(dataset: Dataset, index: number, createdAt: number): Attachment[] {
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
