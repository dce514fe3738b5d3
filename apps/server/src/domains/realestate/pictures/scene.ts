/** A scene: flat shapes one over the other, in few colours, as a picture is drawn from. */

/** Width of every scene; pictures are made of it in any size. */
export const WIDTH = 640;

/** Height of every scene. */
export const HEIGHT = 480;

/** A position in a scene, from its upper left corner. */
export type Point = readonly [x: number, y: number];

/** A shape, filled with the colour of a name. */
export type Shape =
  | { readonly of: 'polygon'; readonly points: readonly Point[]; readonly colour: string }
  | { readonly of: 'ellipse'; readonly at: Point; readonly radii: Point; readonly colour: string };

/** A scene. */
export interface Scene {
  /** Colours by name, 16 at most, each as `#rrggbb`. */
  readonly palette: Readonly<Record<string, string>>;
  /** Each over those before it. */
  readonly shapes: readonly Shape[];
}

/** A rectangle by its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Colours by name: their names are known to whoever draws with them. */
type Palette<Colour extends string> = Readonly<Record<Colour, string>>;

/** A scene that is being drawn. */
export class Sketch<Colour extends string> implements Scene {
  readonly shapes: Shape[] = [];
  readonly palette: Palette<Colour>;

  constructor(palette: Palette<Colour>) {
    this.palette = palette;
  }

  /** Fills what lies between some points. */
  polygon(colour: Colour, ...points: readonly Point[]): void {
    this.shapes.push({ of: 'polygon', points, colour });
  }

  /** Fills a rectangle. */
  box(colour: Colour, { x, y, w, h }: Box): void {
    this.polygon(colour, [x, y], [x + w, y], [x + w, y + h], [x, y + h]);
  }

  /** Fills an ellipse around a point. */
  ellipse(colour: Colour, at: Point, radii: Point): void {
    this.shapes.push({ of: 'ellipse', at, radii, colour });
  }
}
