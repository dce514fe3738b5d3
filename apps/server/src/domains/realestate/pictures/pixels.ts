/** Makes pixels of a scene: the number of a colour for each. */
import { HEIGHT, type Point, type Scene, type Shape, WIDTH } from './scene.js';

/** A picture of pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The number of a colour for each pixel, row by row. */
  readonly colours: Uint8Array;
}

/** The first pixel whose middle is not left of a position. */
const firstOf = (x: number): number => Math.ceil(x - 0.5);

/** Where the edges of a polygon cross a horizontal line, from left to right. */
function crossings(points: readonly Point[], y: number): number[] {
  const found: number[] = [];
  let [x0, y0] = points.at(-1) ?? [0, 0];
  for (const [x1, y1] of points) {
    if (y0 <= y !== y1 <= y) found.push(x0 + ((y - y0) * (x1 - x0)) / (y1 - y0));
    [x0, y0] = [x1, y1];
  }
  return found.toSorted((a, b) => a - b);
}

/** The parts of a horizontal line that a shape covers: where each begins and ends. */
function covered(shape: Shape, y: number): readonly number[] {
  if (shape.of === 'polygon') return crossings(shape.points, y);
  const { at, radii } = shape;
  const above = (y - at[1]) / radii[1];
  const half = Math.sqrt(Math.max(0, 1 - above * above)) * radii[0];
  return [at[0] - half, at[0] + half];
}

/** From where to where a shape reaches, downwards. */
function reach(shape: Shape): readonly [top: number, bottom: number] {
  if (shape.of === 'ellipse') return [shape.at[1] - shape.radii[1], shape.at[1] + shape.radii[1]];
  const heights = shape.points.map(([, y]) => y);
  return [Math.min(...heights), Math.max(...heights)];
}

/** The pixels of a scene in a width; the height follows. Only +, ×, ÷ and √ are used, which are the same everywhere. */
export function pixelsOf({ palette, shapes }: Scene, width: number): Pixels {
  const scale = WIDTH / width;
  const height = HEIGHT / scale;
  const colours = new Uint8Array(width * height);
  const numbers = new Map(Object.keys(palette).map((name, number) => [name, number]));
  for (const shape of shapes) {
    const number = numbers.get(shape.colour) ?? 0;
    const [top, bottom] = reach(shape);
    const end = Math.min(height, firstOf(bottom / scale));
    for (let row = Math.max(0, firstOf(top / scale)); row < end; row++) {
      const spans = covered(shape, (row + 0.5) * scale);
      for (let i = 0; i + 1 < spans.length; i += 2) {
        const from = Math.max(0, firstOf((spans[i] ?? 0) / scale));
        const to = Math.min(width, firstOf((spans[i + 1] ?? 0) / scale));
        if (from < to) colours.fill(number, row * width + from, row * width + to);
      }
    }
  }
  return { width, height, colours };
}
