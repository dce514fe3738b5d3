/** The tables and sequences of a PostgreSQL schema as statements: what pg_dump does, which does not come with npm. */
import pg from 'pg';

const TABLES = `select oid, relname as name, relpersistence as kind, reloptions as options
  from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by relname`;

const COLUMNS = `select quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
    || case when attcollation <> typcollation then ' collate ' || attcollation::regcollation else '' end
    || case when attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as line
  from pg_attribute join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`;

const CONSTRAINTS = `select 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where conrelid = $1 and contype <> 'n' order by conname`;

const INDEXES = `select pg_get_indexdef(indexrelid) as line from pg_index
  where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`;

const SEQUENCES = `select sequencename as name, last_value as last, increment_by as step, cache_size as cache
  from pg_sequences where schemaname = $1 order by sequencename`;

const UNLOGGED = { u: ' unlogged' };

/** @param {pg.Client} client */
async function linesOf(client, sql, oid) {
  const { rows } = await client.query(sql, [oid]);
  return rows.map(({ line }) => line);
}

/** One table: how it is made, and a statement for each of its rows. */
async function tableLines(client, { oid, name, kind, options }) {
  const members = [...(await linesOf(client, COLUMNS, oid)), ...(await linesOf(client, CONSTRAINTS, oid))];
  const having = options === null ? '' : ` with (${options.join(', ')})`;
  const { rows } = await client.query(`select row_to_json(one)::text as text from "${name}" one`);
  const values = rows.map(({ text }) => pg.escapeLiteral(text)).toSorted();
  return [
    `create${UNLOGGED[kind] ?? ''} table ${name} (\n  ${members.join(',\n  ')}\n)${having};`,
    ...values.map((text) => `insert into ${name} select * from json_populate_record(null::${name}, ${text});`),
    ...(await linesOf(client, INDEXES, oid)).map((line) => `${line};`),
  ];
}

/**
 * @param {pg.Client} client whose search path begins with the schema
 * @param {string} schema
 * @returns {Promise<string>} statements for an empty schema that comes first in the search path
 */
export async function dumpSchema(client, schema) {
  const sequences = (await client.query(SEQUENCES, [schema])).rows.flatMap(({ name, last, step, cache }) => [
    `create sequence ${name} increment ${step} cache ${cache};`,
    ...(last === null ? [] : [`select setval('${name}', ${last});`]),
  ]);
  const tables = [];
  for (const table of (await client.query(TABLES, [schema])).rows) tables.push(...(await tableLines(client, table)));
  return `${[...sequences, ...tables].join('\n').replaceAll(`${schema}.`, '')}\n`;
}
