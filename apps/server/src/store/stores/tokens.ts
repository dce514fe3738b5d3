/** The tokens of the control API in a table of a database, in the SQL that SQLite and PostgreSQL have in common. */
import type { StoredToken, TokenTable } from './store.js';

/** Runs a statement, whose parameters are `$1` and so on, and answers its rows. */
type Run = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

/** The database, for what reads and for what writes. */
interface TokenDatabase {
  /** What stands before the names of the tables. */
  readonly prefix: string;
  readonly read: Run;
  readonly write: Run;
}

const COLUMNS = 'id, hash, sandboxes, cast(created as float8) as "createdAt", cast(expires as float8) as "expiresAt"';

/** Keeps tokens in a table of their own. */
export class SqlTokens implements TokenTable {
  readonly #database: TokenDatabase;

  constructor(database: TokenDatabase) {
    this.#database = database;
  }

  async add({ id, hash, sandboxes, createdAt, expiresAt }: StoredToken, limit: number): Promise<'added' | 'full'> {
    const { prefix, write } = this.#database;
    await write(`delete from ${prefix}tokens where expires <= $1`, [createdAt]);
    const added = await write(
      `insert into ${prefix}tokens (id, hash, sandboxes, created, expires)
       select $1, $2, $3, cast($4 as bigint), cast($5 as bigint)
       where (select count(*) from ${prefix}tokens where expires > cast($4 as bigint)) < cast($6 as bigint) returning id`,
      [id, hash, sandboxes, createdAt, expiresAt, limit],
    );
    return added.length > 0 ? 'added' : 'full';
  }

  all(now: number): Promise<readonly StoredToken[]> {
    return this.#select('expires > $1 order by created, id', now);
  }

  async find(hash: string, now: number): Promise<StoredToken | undefined> {
    const [found] = await this.#select('hash = $1 and expires > $2', hash, now);
    return found;
  }

  async remove(id: string): Promise<void> {
    const { prefix, write } = this.#database;
    await write(`delete from ${prefix}tokens where id = $1`, [id]);
  }

  async #select(condition: string, ...values: readonly unknown[]): Promise<readonly StoredToken[]> {
    const { prefix, read } = this.#database;
    // The columns are those of a token.
    return (await read(`select ${COLUMNS} from ${prefix}tokens where ${condition}`, values)) as readonly StoredToken[];
  }
}
