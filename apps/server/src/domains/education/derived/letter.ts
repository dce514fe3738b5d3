/** The scale of letter grades. */
import { itemAt } from './item-at.js';

/** A step of the scale. */
export interface Step {
  /** Least percentage. */
  readonly least: number;
  readonly letter: string;
  /** Without plus and minus. */
  readonly family: 'A' | 'B' | 'C' | 'D' | 'F';
  /** Grade points in tenths: whole numbers add up exactly. */
  readonly tenths: number;
}

const scale: readonly Step[] = [
  { least: 93, letter: 'A', family: 'A', tenths: 40 },
  { least: 90, letter: 'A-', family: 'A', tenths: 37 },
  { least: 87, letter: 'B+', family: 'B', tenths: 33 },
  { least: 83, letter: 'B', family: 'B', tenths: 30 },
  { least: 80, letter: 'B-', family: 'B', tenths: 27 },
  { least: 77, letter: 'C+', family: 'C', tenths: 23 },
  { least: 73, letter: 'C', family: 'C', tenths: 20 },
  { least: 70, letter: 'C-', family: 'C', tenths: 17 },
  { least: 67, letter: 'D+', family: 'D', tenths: 13 },
  { least: 63, letter: 'D', family: 'D', tenths: 10 },
  { least: 60, letter: 'D-', family: 'D', tenths: 7 },
  { least: 0, letter: 'F', family: 'F', tenths: 0 },
];

/** The step of a percentage. */
export function stepOf(percentage: number): Step {
  return scale.find(({ least }) => percentage >= least) ?? itemAt(scale, scale.length - 1);
}

/** Average of grade points given in tenths, to two decimals; null where there are none. */
export function gradePointAverage(tenths: readonly number[]): number | null {
  if (tenths.length === 0) return null;
  const sum = tenths.reduce((total, value) => total + value, 0);
  return Math.round((sum * 10) / tenths.length) / 100;
}
