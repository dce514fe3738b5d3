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
