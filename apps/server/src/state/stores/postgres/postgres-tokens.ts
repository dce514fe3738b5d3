/** The tokens in a PostgreSQL database. */
import type { KeptToken, TokenTable } from '../token-table.js';
import type { PostgresPool } from './pool.js';

const COLUMNS = 'id, hash, sandboxes, created::float8 as "createdAt", expires::float8 as "expiresAt"';

/** Adds a token ($1 to $5), where that makes no more than $6 of those that have not ended when it was made; the others go. */
const ADD = `
with ended as (delete from understudy_tokens where expires <= $4::float8),
alive as (select count(*) as count from understudy_tokens where expires > $4::float8)
insert into understudy_tokens (id, hash, sandboxes, created, expires)
select $1, $2, $3, $4::float8, $5::float8 from alive where count < $6::float8
returning id`;

/** Keeps tokens in a table of their own. */
export class PostgresTokens implements TokenTable {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async add({ id, hash, sandboxes, createdAt, expiresAt }: KeptToken, limit: number): Promise<'added' | 'full'> {
    const values = [id, hash, sandboxes, createdAt, expiresAt, limit];
    const added = await this.#pool.query({ name: 'understudy_add_token', text: ADD, values });
    return added.length > 0 ? 'added' : 'full';
  }

  async all(now: number): Promise<readonly KeptToken[]> {
    return this.#pool.query<KeptToken>({
      name: 'understudy_tokens',
      text: `select ${COLUMNS} from understudy_tokens where expires > $1::float8 order by created, id`,
      values: [now],
    });
  }

  async find(hash: string, now: number): Promise<KeptToken | undefined> {
    const [found] = await this.#pool.query<KeptToken>({
      name: 'understudy_find_token',
      text: `select ${COLUMNS} from understudy_tokens where hash = $1 and expires > $2::float8`,
      values: [hash, now],
    });
    return found;
  }

  async remove(id: string): Promise<void> {
    await this.#pool.query({
      name: 'understudy_remove_token',
      text: 'delete from understudy_tokens where id = $1',
      values: [id],
    });
  }
}
