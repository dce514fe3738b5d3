/** The journal of a sandbox, as a client of the control API has it. */

/** Longest wait of the control API, in s. */
const MAX_WAIT = 60;

/** Entries on a page. */
const PER_PAGE = 50;

/**
 * @param {string} origin
 * @param {string} name
 */
export function journalOf(origin, name) {
  const base = `${origin}/sandboxes/${name}`;
  const read = async (query) => {
    const response = await fetch(`${base}/requests?${new URLSearchParams(query)}`);
    if (response.status !== 200) throw new Error(`the journal answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    base,
    read,
    /** Waits until so many entries pass the filters; gives the first page. */
    waitFor: (min, query = {}) => read({ wait: MAX_WAIT, min, per_page: PER_PAGE, ...query }),
    /** All entries, by their sequence; `meta` is that of the last page. */
    all: async () => {
      const data = [];
      for (let since = 0; ;) {
        const page = await read({ since, per_page: PER_PAGE });
        data.push(...page.data);
        if (page.data.length < PER_PAGE) return { data, meta: page.meta };
        since = page.data.at(-1).sequence;
      }
    },
  };
}

/** What is wrong with the sequences of a journal: one is missing, or there twice. */
export function sequenceFaults(entries) {
  const faults = [];
  for (let i = 1; i < entries.length; i += 1) {
    const [before, now] = [entries[i - 1].sequence, entries[i].sequence];
    if (now !== before + 1) faults.push(`sequence ${now} comes after ${before}`);
  }
  const ids = new Set(entries.map(({ id }) => id));
  if (ids.size !== entries.length) faults.push(`${entries.length - ids.size} entries are there twice`);
  return faults;
}
