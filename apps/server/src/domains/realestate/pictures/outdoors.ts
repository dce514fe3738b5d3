/** What stands in every picture of outdoors: sky, hills, trees, clouds, at a time of the day and of the year. */
import type { Random } from '../../../kit/index.js';
import { grounds, houses, type Light, lights, type OutdoorColour } from './outdoor-colours.js';
import { HEIGHT, type Point, Sketch, WIDTH } from './scene.js';

/** Height at which the ground begins. */
export const HORIZON = 330;

/** A picture of outdoors that is being drawn. */
export type Outdoors = Sketch<OutdoorColour>;

/** How a picture of outdoors begins. */
export interface View {
  readonly light: Light;
  /** Draws all that differs between pictures. */
  readonly random: Random;
}

function addClouds(sketch: Outdoors, random: Random): void {
  for (let left = random.int(1, 3); left > 0; left--) {
    const [x, y] = [random.int(40, 600), random.int(40, 130)];
    const size = random.int(24, 40);
    for (const [dx, dy, part] of [
      [-1.4, 0.25, 0.7],
      [0, 0, 1],
      [1.3, 0.3, 0.65],
    ] as const) {
      sketch.ellipse('cloud', [x + dx * size, y + dy * size], [1.3 * part * size, 0.6 * part * size]);
    }
  }
}

/** Adds a chain of hills, as high as a number of pixels, more or less. */
function addHills(sketch: Outdoors, random: Random, { colour, high }: { colour: OutdoorColour; high: number }): void {
  const points: Point[] = [[0, HORIZON + 20]];
  const step = random.int(90, 150);
  for (let x = -step; x <= WIDTH + step; x += step) {
    points.push([x, HORIZON - random.int(Math.round(high * 0.35), high)], [x + step / 2, HORIZON - high * 0.3]);
  }
  sketch.polygon(colour, ...points, [WIDTH, HORIZON + 20]);
}

/** Begins a picture with sky, sun, clouds, hills and ground. */
export function outdoors(view: View): Outdoors {
  const { light, random } = view;
  const sketch: Outdoors = new Sketch({
    ...random.pick(lights[light]),
    ...random.pick(grounds[light]),
    ...random.pick(houses),
    dark: light === 'evening' ? '#2b2f3f' : '#4a4640',
  });
  sketch.box('sky', { x: 0, y: 0, w: WIDTH, h: HEIGHT });
  sketch.ellipse('low', [random.int(220, 420), HORIZON], [random.int(420, 520), random.int(120, 160)]);
  const [x, y] =
    light === 'evening' ? [random.int(80, 560), random.int(225, 275)] : [random.int(60, 580), random.int(50, 90)];
  const size = light === 'evening' ? 38 : 28;
  sketch.ellipse('sun', [x, y], [size, size]);
  addClouds(sketch, random);
  addHills(sketch, random, { colour: 'far', high: random.int(70, 130) });
  addHills(sketch, random, { colour: 'hill', high: random.int(25, 60) });
  sketch.box('grass', { x: 0, y: HORIZON, w: WIDTH, h: HEIGHT - HORIZON });
  sketch.ellipse('meadow', [random.int(-50, 300), 500], [random.int(300, 520), random.int(50, 80)]);
  return sketch;
}

/** Adds a tree whose foot is at a position: round, or pointed as a fir. */
export function addTree(sketch: Outdoors, [x, y]: Point, { size, random }: { size: number; random: Random }): void {
  sketch.box('dark', { x: x - size * 0.06, y: y - size * 0.5, w: size * 0.12, h: size * 0.5 });
  if (random.chance(0.3)) {
    for (const [from, wide] of [
      [0.15, 0.36],
      [0.45, 0.28],
      [0.72, 0.2],
    ] as const) {
      sketch.polygon(
        'leaf',
        [x - size * wide, y - size * from],
        [x + size * wide, y - size * from],
        [x, y - size * (from + 0.5)],
      );
    }
    return;
  }
  sketch.ellipse('leaf', [x, y - size * 0.75], [size * 0.32, size * 0.36]);
  sketch.ellipse('leaf', [x - size * 0.22, y - size * 0.58], [size * 0.22, size * 0.2]);
  sketch.ellipse('leaf', [x + size * 0.22, y - size * 0.6], [size * 0.2, size * 0.19]);
  sketch.ellipse('meadow', [x + size * 0.08, y - size * 0.82], [size * 0.12, size * 0.1]);
}

/** Adds a bush whose foot is at a position. */
export function addBush(sketch: Outdoors, [x, y]: Point, size: number): void {
  sketch.ellipse('leaf', [x, y - size * 0.4], [size, size * 0.55]);
  sketch.ellipse('meadow', [x - size * 0.25, y - size * 0.55], [size * 0.35, size * 0.2]);
}
