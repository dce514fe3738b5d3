/** What each client is to do, and what comes of it. */

/** A course to create. */
export const course = {
  title: 'Knots',
  category: 'Crafts',
  difficulty: 'expert',
  instructor: 'Bo',
  duration_hours: 1,
} as const;

/** A seeded user. */
export const login = { email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' };

/** What a client has seen. */
export interface Walked {
  /** How many courses are on a page of two. */
  readonly listed: number | undefined;
  /** Title of the course that it created, as it read it. */
  readonly read: string | undefined;
  /** Status of a failure that it asked for. */
  readonly failed: number | undefined;
  /** E-mail address of the user whose token it sent. */
  readonly email: string | undefined;
  /** Status of the deletion of a sandbox. */
  readonly removed: number | undefined;
  /** Whether a body that lacks all its members passes as valid. */
  readonly filledIn: boolean;
}

/** A page of all courses, as a client reads it. */
export interface CoursePage {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly totalPages: number };
}

/** What a client makes of all pages: how many requests it takes, and how many records it has, some of them more than once. */
export async function listAll(page: (number: number) => Promise<CoursePage>) {
  const ids: string[] = [];
  for (let number = 1; ; number += 1) {
    const { data, pagination } = await page(number);
    ids.push(...data.map(({ id }) => id));
    if (number >= pagination.totalPages || number === 40)
      return { pages: number, records: ids.length, different: new Set(ids).size };
  }
}
