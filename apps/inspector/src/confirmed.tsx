/** A button for what cannot be undone. */
import { useState } from 'preact/hooks';

/** A button that asks once more. */
export function Confirmed({ label, onConfirm }: { label: string; onConfirm: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class={isAsked ? 'danger' : 'quiet'}
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (isAsked) onConfirm();
        setAsked(!isAsked);
      }}
    >
      {isAsked ? `Really ${label.toLowerCase()}?` : label}
    </button>
  );
}
