/** The tokens in a SQLite file. */
import type { KeptToken, TokenTable } from '../token-table.js';
import type { Connection } from './connection.js';

const COLUMNS = 'id, hash, sandboxes, created as createdAt, expires as expiresAt';

/** Keeps tokens in a table of their own. */
export class SqliteTokens implements TokenTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(token: KeptToken, limit: number): Promise<'added' | 'full'> {
    const { id, hash, sandboxes, createdAt, expiresAt } = token;
    return this.#connection.write(() => {
      const { db } = this.#connection;
      db.prepare('delete from tokens where expires <= ?').run(createdAt);
      const [count] = db.prepare('select count(*) from tokens').raw().get() as [number];
      if (count >= limit) return 'full';
      db.prepare('insert into tokens (id, hash, sandboxes, created, expires) values (?, ?, ?, ?, ?)').run(
        id,
        hash,
        sandboxes,
        createdAt,
        expiresAt,
      );
      return 'added';
    });
  }

  async all(now: number): Promise<readonly KeptToken[]> {
    return this.#select('expires > ? order by created, id', now);
  }

  async find(hash: string, now: number): Promise<KeptToken | undefined> {
    const [found] = await this.#select('hash = ? and expires > ?', hash, now);
    return found;
  }

  async remove(id: string): Promise<void> {
    await this.#connection.write(() => this.#connection.db.prepare('delete from tokens where id = ?').run(id));
  }

  #select(condition: string, ...values: readonly (string | number)[]): Promise<readonly KeptToken[]> {
    return this.#connection.read(
      () =>
        this.#connection.db.prepare(`select ${COLUMNS} from tokens where ${condition}`).all(...values) as KeptToken[],
    );
  }
}
