/** Finds sections of the pages by their words; the index is made of search.json when somebody first searches. */
import MiniSearch from 'minisearch';

/** A section of a page, as the build writes it. */
export interface Section {
  /** Address below the folder of the guide. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MOST_RESULTS = 8;
const EXCERPT = 140;

async function loadIndex(): Promise<MiniSearch<Section>> {
  const sections = (await (await fetch(new URL('search.json', import.meta.url))).json()) as Section[];
  const index = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  await index.addAllAsync(sections);
  return index;
}

/** What stands around the first word that was found. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 40);
  const start = places.length === 0 ? 0 : from;
  return `${start > 0 ? '…' : ''}${text.slice(start, start + EXCERPT).trim()}${start + EXCERPT < text.length ? '…' : ''}`;
}

/** Shows what is found below a field while somebody types in it. */
export function openSearch(
  field: HTMLInputElement,
  results: HTMLElement,
  element: (name: 'a' | 'p' | 'span', properties: Partial<HTMLElement>) => HTMLElement,
): void {
  const folder = field.dataset['folder'] ?? '';
  let index: Promise<MiniSearch<Section>> | undefined;
  const close = () => {
    results.hidden = true;
  };
  const find = async () => {
    const query = field.value.trim();
    if (query === '') return close();
    index ??= loadIndex();
    const found = (await index).search(query).slice(0, MOST_RESULTS);
    if (field.value.trim() !== query) return undefined;
    const links = found.map((one) => {
      const [page, heading] = [String(one['page']), String(one['heading'])];
      const link = element('a', { textContent: page === heading ? page : `${page} › ${heading}` });
      link.setAttribute('href', folder + String(one.id));
      link.append(element('span', { textContent: excerpt(String(one['text']), one.terms) }));
      return link;
    });
    const nothing = element('p', { textContent: `Nothing is found for ${query}.` });
    results.replaceChildren(...(links.length === 0 ? [nothing] : links));
    results.hidden = false;
    return undefined;
  };
  field.addEventListener('focus', () => {
    index ??= loadIndex();
  });
  field.addEventListener('input', find);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
    if (key === 'Enter') results.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(?:input|textarea)$/i.test(event.target.tagName);
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !results.contains(target) && target !== field) close();
  });
}
