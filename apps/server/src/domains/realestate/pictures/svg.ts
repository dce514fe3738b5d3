/** Writes a scene as SVG, without scripts and styles. */
import { HEIGHT, type Scene, type Shape, WIDTH } from './scene.js';

/** A number with two decimals at most. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

function element(shape: Shape, palette: Scene['palette']): string {
  const fill = palette[shape.colour] ?? '#000000';
  if (shape.of === 'polygon') {
    const points = shape.points.map((point) => point.map(short).join(',')).join(' ');
    return `<polygon points="${points}" fill="${fill}"/>`;
  }
  const [[cx, cy], [rx, ry]] = [shape.at, shape.radii];
  return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"/>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A scene as SVG, in a width; `title` says what it shows. */
export function svg({ palette, shapes }: Scene, { width, title }: { readonly width: number; readonly title: string }) {
  const height = (HEIGHT * width) / WIDTH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    ...shapes.map((shape) => element(shape, palette)),
    '</svg>',
    '',
  ].join('\n');
}
