/** The script of the pages with code on them: it adds the copy buttons, so that without it none is missing. */

/** Runs in the browser, as it stands. */
export const copyButtons = `
for (const code of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  const say = (text) => { button.textContent = text; };
  const select = () => {
    const range = document.createRange();
    range.selectNodeContents(code);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };
  button.type = 'button';
  button.className = 'copy';
  button.setAttribute('aria-label', 'Copy: ' + code.dataset.copy);
  button.setAttribute('aria-live', 'polite');
  say('Copy');
  button.addEventListener('click', async () => {
    try {
      // Absent where the page came over plain HTTP from another machine.
      await navigator.clipboard.writeText(code.textContent);
      say('Copied');
    } catch {
      select();
      say(document.execCommand('copy') ? 'Copied' : 'Selected');
    }
    setTimeout(say, 2000, 'Copy');
  });
  const caption = code.closest('figure')?.querySelector('figcaption');
  (caption ?? code.parentElement).append(button);
}
`;
