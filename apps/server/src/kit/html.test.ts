import { describe, expect, test } from 'vitest';
import { html, inline, prose, trusted } from './html.js';

const HOSTILE = `"'><script>alert(1)</script>&amp;`;
const HARMLESS = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;';

describe('html', () => {
  test('escapes what is put in, in content and in attributes', () => {
    expect(html`<a title="${HOSTILE}">${HOSTILE}</a>`.text).toBe(`<a title="${HARMLESS}">${HARMLESS}</a>`);
  });

  test('escapes the members of lists', () => {
    expect(html`${['<', html`<b>!</b>`, ['&', 1]]}`.text).toBe('&lt;<b>!</b>&amp;1');
  });

  test('takes HTML as it is, and leaves out what is undefined', () => {
    expect(html`<p>${html`<b>${'a&b'}</b>`}${undefined}${trusted('<i></i>')}</p>`.text).toBe(
      '<p><b>a&amp;b</b><i></i></p>',
    );
  });
});

test('prose has code between backticks, escaped like all else', () => {
  expect(prose('Read `a < b` first.').text).toBe('Read <code>a &lt; b</code> first.');
});

test('an inline element holds its text to the byte', () => {
  expect(inline('style', 'a{}\n').text).toBe('<style>a{}\n</style>');
});
