/** Writes courses to a server one after the other, and knows which of them the server has acknowledged. */

/** A course of a title, ready to be created. */
const course = (title) => ({ title, category: 'Tests', difficulty: 'expert', instructor: 'Bo Li', duration_hours: 1 });

/**
 * Creates a course under a key.
 *
 * @returns {Promise<{ isAcknowledged: boolean, isReplayed: boolean }>} whether the answer came and was a success
 */
export async function create(origin, title) {
  try {
    const response = await fetch(`${origin}/api/education/courses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': title },
      body: JSON.stringify(course(title)),
    });
    // The answer has to come whole: it is what a client goes by.
    const { data } = await response.json();
    const isAcknowledged = response.status === 200 && data[0].title === title;
    return { isAcknowledged, isReplayed: response.headers.get('idempotency-replayed') === 'true' };
  } catch {
    return { isAcknowledged: false, isReplayed: false };
  }
}

/** Titles of all courses that were created, in the order of the list. */
export async function created(origin) {
  const found = [];
  for (let page = 1; ; page++) {
    const response = await fetch(`${origin}/api/education/courses?per_page=50&page=${page}&category=Tests`);
    const { data, pagination } = await response.json();
    found.push(...data.map(({ title }) => title));
    if (page >= pagination.totalPages) return found;
  }
}

/** The number of writes that a sandbox says it has taken. */
export async function revision(origin) {
  const response = await fetch(`${origin}/sandboxes/default`);
  return (await response.json()).data.revision;
}
