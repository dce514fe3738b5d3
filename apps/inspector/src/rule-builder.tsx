/** The builder of rules: a form with the parameters of each fault, and the same rule as line, JSON and curl. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { api, attempt } from './api.js';
import { CodeLine } from './clipboard.js';
import { faults } from './faults.js';
import { journal } from './journal.js';
import { sandbox } from './place.js';
import {
  ANSWER,
  catalog,
  curlOf,
  type Draft,
  draft,
  type FaultInfo,
  faultText,
  type Parameter,
  parametersIn,
  ruleOf,
  sentenceOf,
} from './rule-draft.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const PER = ['sandbox', 'operation', 'url', 'token', 'client'];

function change(part: Partial<Draft>): void {
  if (draft.value !== undefined) draft.value = { ...draft.value, ...part };
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}

function Field({ label, hint, children }: FieldProps) {
  return (
    <label class="field" title={hint}>
      <span>{label}</span>
      {children}
    </label>
  );
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'number';
  readonly placeholder?: string;
  readonly list?: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly required?: boolean;
}

function Input({ label, hint, value, onChange, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint}>
      <input {...rest} step="any" value={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    </Field>
  );
}

interface ChoiceProps extends Pick<InputProps, 'label' | 'value' | 'onChange' | 'hint'> {
  readonly options: readonly (string | number)[];
  readonly empty?: string;
}

function Choice({ label, hint, value, onChange, options, empty }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </Field>
  );
}

function ParameterField({ parameter, of }: { parameter: Parameter; of: Draft }) {
  const { name, description, required, enum: words, type, minimum, maximum, default: usual, anyOf } = parameter;
  const value = of.parameters[name] ?? '';
  const set = (text: string) => change({ parameters: { ...of.parameters, [name]: text } });
  const placeholder = usual === undefined ? '' : String(usual);
  if (words !== undefined) {
    return <Choice label={name} hint={description} value={value} options={words} empty={placeholder} onChange={set} />;
  }
  const isNumber = type === 'integer' || type === 'number';
  const either = anyOf?.flatMap((one) => one.enum ?? [one.type ?? '']).join(', ') ?? '';
  return (
    <Input
      label={name}
      hint={description}
      type={isNumber ? 'number' : 'text'}
      min={minimum}
      max={maximum}
      required={required}
      placeholder={placeholder || either}
      value={value}
      onChange={set}
    />
  );
}

function FaultChoice({ of, faults: all }: { of: Draft; faults: readonly FaultInfo[] }) {
  const families = [...new Set(all.map(({ family }) => family))];
  const choose = (name: string) => {
    const info = all.find(({ fault }) => fault === name);
    change({ fault: name, parameters: parametersIn(info?.example ?? '') });
  };
  return (
    <Field label="fault">
      <select value={of.fault} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {families.map((family) => (
          <optgroup key={family} label={family}>
            {all
              .filter((info) => info.family === family)
              .map(({ fault }) => (
                <option key={fault} value={fault}>
                  {fault}
                </option>
              ))}
          </optgroup>
        ))}
        <optgroup label="your own">
          <option value={ANSWER}>a fixed answer</option>
        </optgroup>
      </select>
    </Field>
  );
}

function paths(): string[] {
  const found = new Set<string>();
  for (let index = journal.matching - 1; index >= 0 && found.size < 50; index -= 1) {
    const path = journal.at(index)?.path;
    if (path !== undefined) found.add(path);
  }
  return [...found];
}

async function add(of: Draft): Promise<void> {
  const rule = ruleOf(of);
  const added = await attempt(() => api.value.sandboxes.addFault({ name: sandbox, ...rule }), 'The rule is set.');
  if (added === undefined) return;
  draft.value = undefined;
  await faults.reload();
}

function Builder({ of }: { of: Draft }) {
  const all = catalog.value.value?.faults ?? [];
  const info = all.find(({ fault }) => fault === of.fault);
  const rule = ruleOf(of);
  const isFixed = of.fault === ANSWER;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add(of);
      }}
      onKeyDown={(event) => {
        // Browsers submit a form from its inputs only.
        if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
      }}
    >
      <h2 id="builder">New rule</h2>
      <p>{sentenceOf(of)}</p>
      <fieldset>
        <legend>Which requests</legend>
        <Choice
          label="method"
          value={of.method}
          options={METHODS}
          empty="any"
          onChange={(method) => change({ method })}
        />
        <Input
          label="path"
          hint="* stands for a segment, ** for any text"
          placeholder="any"
          list="paths"
          value={of.path}
          onChange={(path) => change({ path })}
        />
        <Input
          label="operation"
          placeholder="any"
          list="operations"
          value={of.operation}
          onChange={(operation) => change({ operation })}
        />
        <datalist id="paths">
          {paths().map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
        <datalist id="operations">
          {[...journal.operations].map((operation) => (
            <option key={operation} value={operation} />
          ))}
        </datalist>
      </fieldset>
      <fieldset>
        <legend>What happens</legend>
        <FaultChoice of={of} faults={all} />
        {info?.parameters.map((parameter) => (
          <ParameterField key={parameter.name} parameter={parameter} of={of} />
        ))}
        {isFixed && (
          <>
            <Input
              label="status"
              type="number"
              min={200}
              max={599}
              value={of.status}
              onChange={(status) => change({ status })}
            />
            <Field label="body">
              <textarea
                rows={3}
                value={of.body}
                onInput={({ currentTarget }) => change({ body: currentTarget.value })}
              />
            </Field>
          </>
        )}
        <p class="soft">{info?.description}</p>
      </fieldset>
      <fieldset>
        <legend>How often</legend>
        <Input
          label="times"
          type="number"
          min={0}
          placeholder="always"
          value={of.times}
          onChange={(times) => change({ times })}
        />
        <Input
          label="after"
          type="number"
          min={0}
          placeholder="0"
          value={of.after}
          onChange={(after) => change({ after })}
        />
        <Input
          label="probability"
          type="number"
          min={0}
          max={1}
          placeholder="1"
          value={of.probability}
          onChange={(probability) => change({ probability })}
        />
        <Choice label="counted per" value={of.per} options={PER} empty="sandbox" onChange={(per) => change({ per })} />
      </fieldset>
      <div class="code-lines">
        {!isFixed && <CodeLine name="line" text={faultText(of)} />}
        <CodeLine name="JSON" text={JSON.stringify(rule)} />
        <CodeLine name="curl" text={curlOf(rule)} />
      </div>
      <div class="actions">
        <button type="submit" class="primary">
          Set the rule
        </button>
        <button type="button" onClick={() => (draft.value = undefined)}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The builder in a dialog, where a rule is being written. */
export function RuleBuilder() {
  const dialog = useRef<HTMLDialogElement>(null);
  const of = draft.value;
  const isOpen = of !== undefined;
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  if (of === undefined) return null;
  return (
    <dialog ref={dialog} class="builder" aria-labelledby="builder" onClose={() => (draft.value = undefined)}>
      <Builder of={of} />
    </dialog>
  );
}
