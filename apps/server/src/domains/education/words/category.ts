/** The shape of the word lists of one category, and how a list is written down. */
import type { Course } from '@understudy/contract/education';

/** What a course can be about. */
export interface Subject {
  /** As it stands in the middle of a title. */
  readonly name: string;
  readonly tags: readonly string[];
  /** First sentence of the description. */
  readonly pitch: string;
  /** Title of the final project. */
  readonly project: string;
  /** Ten lesson titles, from the easiest on. */
  readonly topics: readonly string[];
}

/** A category of the catalogue: its words fit each of its subjects. */
export interface Category {
  readonly name: string;
  readonly tag: string;
  /** Titles by difficulty, with `{}` for the subject. */
  readonly titles: Readonly<Record<Course['difficulty'], readonly string[]>>;
  /** How the courses are taught: second sentence of the description. */
  readonly methods: readonly string[];
  readonly homework: readonly string[];
  readonly projects: readonly string[];
  /** Years after which a certificate expires; null if never. */
  readonly certificateYears: number | null;
  readonly subjects: readonly Subject[];
}

/** The items of a list written as one text, so that a list takes a line instead of ten. */
export function list(text: string): readonly string[] {
  return text.split(';').map((item) => item.trim());
}
