/** Fields of forms, each made of what is said of it. */
import type { ComponentChildren } from 'preact';

/** A value, and what it is called. */
export type Option = readonly [value: string, text: string];

/** What a field is. */
export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  /** Whether its label is only read out. */
  readonly isBare?: boolean;
  /** What there is to choose from, by the headings above; without them any text is taken. */
  readonly options?: Readonly<Record<string, readonly Option[]>>;
  /** Texts that are offered. */
  readonly suggestions?: readonly string[];
  /** Lines of a text of several. */
  readonly rows?: number;
  /** What its input takes. */
  readonly input?: {
    readonly type?: 'text' | 'number';
    readonly placeholder?: string;
    readonly min?: number | undefined;
    readonly max?: number | undefined;
    readonly required?: boolean;
  };
}

/** Names as what there is to choose from, after one for any of them. */
export const optionsOf = (names: Iterable<string | number>, any?: string): Record<'', Option[]> => ({
  '': [
    ...(any === undefined ? [] : [['', any] as const]),
    ...Array.from(names, (name) => [String(name), String(name)] as const),
  ],
});

const Options = ({ of }: { of: readonly Option[] }) => (
  <>
    {of.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </>
);

/** The field, with its label. */
export function Field({ label, hint, isBare = false, options, suggestions, rows, input, value, onChange }: FieldProps) {
  const change = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  const list = suggestions === undefined ? undefined : `${label}-suggestions`;
  return (
    <label class="field" title={hint}>
      <span class={isBare ? 'hidden' : ''}>{label}</span>
      {options !== undefined && (
        <select value={value} onChange={change}>
          {Object.entries(options).map(([heading, some]) =>
            heading === '' ? (
              <Options key={heading} of={some} />
            ) : (
              <optgroup key={heading} label={heading}>
                <Options of={some} />
              </optgroup>
            ),
          )}
        </select>
      )}
      {rows !== undefined && <textarea rows={rows} value={value} onInput={change} />}
      {options === undefined && rows === undefined && (
        <input {...input} step="any" {...(list === undefined ? {} : { list })} value={value} onInput={change} />
      )}
      {list !== undefined && (
        <datalist id={list}>
          <Options of={optionsOf(suggestions ?? [])['']} />
        </datalist>
      )}
    </label>
  );
}

/** A form of one line. */
export function LineForm({ onSubmit, children }: { onSubmit: () => void; children: ComponentChildren }) {
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
