/** Copies texts, also where a page may not use the clipboard because it came over plain HTTP. */
import { useState } from 'preact/hooks';
import { say } from './api.js';

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  // Within a dialog nothing outside can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  return isDone;
}

/** Copies a text. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const isDone = copyBySelection(text);
    if (!isDone) say('The browser did not let the page copy.', true);
    return isDone;
  }
}

interface CopyProps {
  /** What is copied; a promise of it is made as soon as somebody points at the button. */
  readonly text: string | (() => Promise<string>);
  readonly label: string;
}

/** A button that copies a text. */
export function CopyButton({ text, label }: CopyProps) {
  const [isDone, setDone] = useState(false);
  // Browsers let a page copy for some seconds after a click.
  const prepare = () => typeof text !== 'string' && void text();
  const act = async (): Promise<void> => {
    if (!(await copy(typeof text === 'string' ? text : await text()))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class="quiet" onPointerEnter={prepare} onFocus={prepare} onClick={() => void act()}>
      {isDone ? 'Copied' : label}
    </button>
  );
}

/** A line of code with a button that copies it. */
export function CodeLine({ name, text }: { name: string; text: string }) {
  return (
    <div class="code-line">
      <span class="label">{name}</span>
      <code>{text}</code>
      <CopyButton text={text} label={`Copy ${name}`} />
    </div>
  );
}
