/** Degrees of longitude and latitude in a text. */

const DEGREES = /^-?\d{1,3}(?:\.\d+)?$/;

/** The degrees in a comma-separated list; undefined where one of its values is none. */
export function readDegrees(text: string): readonly number[] | undefined {
  // More than a box has are too many, however many there are.
  const degrees = text.split(',', 5);
  return degrees.every((one) => DEGREES.test(one)) ? degrees.map(Number) : undefined;
}

/** Whether a longitude and a latitude are those of a position on the Earth. */
export function isOnMap(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}
