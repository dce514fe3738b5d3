/** Draws land: a plot without a house. */
import { addBush, addTree, HORIZON, outdoors, type Outdoors, type View } from './outdoors.js';
import { type Point, WIDTH } from './scene.js';

/** What a picture of land shows before all else. */
export type LandMotif = 'plot' | 'road' | 'trees' | 'field' | 'water';

function addStakes(sketch: Outdoors, { random }: View): void {
  const [left, right] = [random.int(90, 160), random.int(470, 560)];
  const corners: readonly Point[] = [
    [left + 60, HORIZON + 26],
    [right - 50, HORIZON + 26],
    [right + 60, 452],
    [left - 60, 452],
  ];
  sketch.polygon('meadow', ...corners);
  for (const [x, y] of corners) {
    const size = (y - HORIZON) / 3 + 16;
    sketch.box('door', { x: x - 3, y: y - size, w: 7, h: size });
    sketch.polygon('roof', [x + 4, y - size], [x + 4 + size * 0.6, y - size * 0.8], [x + 4, y - size * 0.6]);
  }
}

function addRoad(sketch: Outdoors, { random }: View): void {
  const far = random.int(220, 420);
  const near = random.int(120, 420);
  sketch.polygon('shade', [far - 6, HORIZON], [far + 6, HORIZON], [near + 190, 480], [near, 480]);
  sketch.polygon('trim', [far - 1, HORIZON + 20], [far + 1, HORIZON + 20], [near + 102, 480], [near + 90, 480]);
}

function addFurrows(sketch: Outdoors, { random }: View): void {
  const far = random.int(240, 400);
  for (let at = -14; at <= 14; at++) {
    const near = 320 + at * 70;
    sketch.polygon(
      at % 2 === 0 ? 'meadow' : 'leaf',
      [far + at * 9, HORIZON],
      [far + at * 9 + 3, HORIZON],
      [near + 26, 480],
      [near, 480],
    );
  }
}

function addWater(sketch: Outdoors, { random }: View): void {
  const at: Point = [random.int(180, 460), random.int(388, 412)];
  const [wide, high] = [random.int(150, 230), random.int(28, 44)];
  sketch.ellipse('meadow', at, [wide + 12, high + 7]);
  sketch.ellipse('sky', at, [wide, high]);
  for (let line = 0; line < 4; line++) {
    const [x, y] = [at[0] - wide * 0.5 + random.int(0, wide), at[1] - high * 0.4 + line * high * 0.25];
    sketch.box('low', { x, y, w: random.int(24, 60), h: 3 });
  }
}

const motifs = { plot: addStakes, road: addRoad, field: addFurrows, water: addWater, trees: () => undefined };

/** Land, with a motif. */
export function land(view: View, motif: LandMotif): Outdoors {
  const { random } = view;
  const sketch = outdoors(view);
  const distant = random.int(3, 6);
  for (let tree = 0; tree < distant; tree++) {
    addTree(sketch, [random.int(20, 620), HORIZON + 6], { size: random.int(34, 62), random });
  }
  motifs[motif](sketch, view);
  const near = motif === 'trees' ? random.int(4, 6) : random.int(1, 2);
  for (let tree = 0; tree < near; tree++) {
    // The middle is what the picture shows.
    const x =
      motif === 'trees'
        ? 60 + (tree * 520) / near + random.int(0, 60)
        : random.pick([random.int(30, 110), random.int(530, 610)]);
    addTree(sketch, [x, random.int(410, 440)], { size: random.int(150, 240), random });
  }
  for (let bush = random.int(1, 3); bush > 0; bush--)
    addBush(sketch, [random.int(0, WIDTH), random.int(450, 478)], random.int(24, 44));
  return sketch;
}
