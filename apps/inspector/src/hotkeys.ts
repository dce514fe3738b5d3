/** Keys that do something wherever the focus is, but in a field. */
import { useEffect, useRef } from 'preact/hooks';

/** What keys do, by their names. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Has keys do something while a component is shown. What a dialog over it is for, its keys are not for. */
export function useHotkeys(keys: Hotkeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || (isField(target) && key !== 'Escape')) return;
      if (document.querySelector('dialog[open]') !== null) return;
      // A button and a link do what Enter says by themselves.
      if (key === 'Enter' && target instanceof HTMLElement && target.matches('button, a, summary')) return;
      const act = latest.current[key];
      if (act === undefined) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
