/** The records of a collection as the API lists them, seeded ones too: read only when a person asks for a page. */
import { useState } from 'preact/hooks';
import { attempt } from './api.js';
import { listPathOf } from './document.js';
import { Field, LineForm } from './fields.js';
import { ask, RecordView } from './record-view.js';
import { markOf } from './state.js';

/** Records of a page. */
const PAGE = '20';

interface Listed {
  readonly records: readonly object[];
  readonly page: number;
  readonly total: number | undefined;
}

async function list(collection: string, q: string, page: number): Promise<Listed> {
  const path = await listPathOf(collection);
  if (path === undefined) throw new Error(`The API has no operation that lists ${collection}.`);
  const query = new URLSearchParams({ page: String(page), per_page: PAGE, ...(q === '' ? {} : { q }) });
  const { data, total } = await ask(`${path}?${query.toString()}`);
  if (!Array.isArray(data)) throw new Error(`${path} answered no list.`);
  return { records: data as object[], page, total };
}

const titleOf = (record: object, index: number): string => ('id' in record ? String(record.id) : String(index + 1));

/** The records, with a search and pages. */
export function ListedRecords({ collection }: { collection: string }) {
  const [word, setWord] = useState('');
  const [listed, setListed] = useState<Listed | undefined>(undefined);
  const show = async (page: number): Promise<void> => {
    const found = await attempt(() => list(collection, word, page));
    if (found !== undefined) setListed(found);
  };
  const { records = [], page = 1, total = Infinity } = listed ?? {};
  return (
    <div class="records">
      <LineForm onSubmit={() => void show(1)}>
        <Field label={`search all ${collection}`} value={word} onChange={setWord} />
        <button type="submit">List by the API</button>
        <button type="button" disabled={page === 1} onClick={() => void show(page - 1)}>
          Previous page
        </button>
        <button
          type="button"
          disabled={records.length < Number(PAGE) || page * Number(PAGE) >= total}
          onClick={() => void show(page + 1)}
        >
          Next page
        </button>
        {listed?.total !== undefined && <span class="soft">{listed.total} in all</span>}
      </LineForm>
      {records.map((record, index) => (
        <RecordView
          key={`${page} ${titleOf(record, index)}`}
          collection={collection}
          id={titleOf(record, index)}
          record={record}
          mark={markOf(collection, titleOf(record, index))}
        />
      ))}
    </div>
  );
}
