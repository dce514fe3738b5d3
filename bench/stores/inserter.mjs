/** Inserts rows into a table of SQLite or PostgreSQL, each in a transaction of its own. */
import Database from 'libsql';
import pg from 'pg';

const TABLE = 'create table if not exists bare_inserts (id integer primary key, value text not null)';

function openSqlite(path) {
  const db = new Database(path);
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLE}; delete from bare_inserts`);
  const statement = db.prepare('insert into bare_inserts values (?, ?)');
  return { write: async (id, value) => statement.run(id, value), close: async () => db.close() };
}

async function openPostgres(connectionString, isShared) {
  // One connection costs least where rows come one after the other.
  const database = isShared ? new pg.Pool({ connectionString, max: 10 }) : new pg.Client({ connectionString });
  if (!isShared) await database.connect();
  await database.query(`${TABLE}; truncate bare_inserts`);
  const text = 'insert into bare_inserts values ($1, $2)';
  return {
    write: (id, value) => database.query({ name: 'insert', text, values: [id, value] }),
    close: () => database.end(),
  };
}

/** Begins with an empty table in the store of an address; `isShared` where rows may be inserted at the same time. */
export async function openInserter(address, isShared) {
  const isSqlite = address.startsWith('sqlite:');
  const opened = isSqlite ? openSqlite(address.slice('sqlite:'.length)) : openPostgres(address, isShared);
  const { write, close } = await opened;
  let count = 0;
  return { insert: (value) => write((count += 1), value), close };
}
