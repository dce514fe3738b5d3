/** Writes HTML: whatever is put into a template is escaped, unless it is HTML already. */

/** HTML that can go out as it is. Only `html` and `trusted` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes; nothing at all stands for a part left out. */
export type HtmlValue = Html | string | number | readonly HtmlValue[] | undefined;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and for quoted attributes alike. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function write(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value.map(write).join('');
}

/** A template whose values are escaped. Attributes must be quoted in it. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((text, index) => text + write(values[index])).join(''));
}

/** Text of our own source, such as a stylesheet, taken as it is. Never for what a client sent. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Prose with `code` between backticks. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A style or script element. A policy hashes its content, so it stands in no template that a formatter lays out. */
export function inline(element: 'style' | 'script', text: string): Html {
  return trusted(`<${element}>${text}</${element}>`);
}
