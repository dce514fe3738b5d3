/** The builder of rules: a form with the parameters of each fault, and the same rule as line, JSON and curl. */
import { useEffect, useRef } from 'preact/hooks';
import { api, attempt } from './api.js';
import { CodeLine } from './clipboard.js';
import { faults } from './faults.js';
import { Field, type FieldProps, type Option, optionsOf } from './fields.js';
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

const PER = ['operation', 'url', 'token', 'client'];

function change(part: Partial<Draft>): void {
  if (draft.value !== undefined) draft.value = { ...draft.value, ...part };
}

/** A field of a member of the rule. */
type MemberField = Partial<FieldProps> & { readonly name: Exclude<keyof Draft, 'parameters'> };

function fieldsOf(of: Draft, fields: readonly MemberField[]) {
  return fields.map(({ name, ...rest }) => (
    <Field key={name} label={name} value={of[name]} onChange={(value) => change({ [name]: value })} {...rest} />
  ));
}

function ParameterField({ parameter, of }: { parameter: Parameter; of: Draft }) {
  const { name, description, required, enum: words, type = '', minimum, maximum, default: usual, anyOf } = parameter;
  const usually = usual === undefined ? '' : String(usual);
  const either = anyOf?.flatMap((one) => one.enum ?? [one.type ?? '']).join(', ') ?? '';
  const isNumber = /^(?:integer|number)$/.test(type);
  return (
    <Field
      label={name}
      hint={description}
      value={of.parameters[name] ?? ''}
      {...(words === undefined ? {} : { options: optionsOf(words, usually) })}
      input={{
        type: isNumber ? 'number' : 'text',
        min: minimum,
        max: maximum,
        required,
        placeholder: usually || either,
      }}
      onChange={(value) => change({ parameters: { ...of.parameters, [name]: value } })}
    />
  );
}

function FaultChoice({ of, faults: all }: { of: Draft; faults: readonly FaultInfo[] }) {
  const options: Record<string, Option[]> = {};
  for (const { family, fault } of all) (options[family] ??= []).push([fault, fault]);
  options['your own'] = [[ANSWER, 'a fixed answer']];
  const choose = (name: string) => {
    const info = all.find(({ fault }) => fault === name);
    change({ fault: name, parameters: parametersIn(info?.example ?? '') });
  };
  return <Field label="fault" value={of.fault} options={options} onChange={choose} />;
}

/** The paths of the newest requests. */
function paths(): string[] {
  const newest = Array.from({ length: 200 }, (_, index) => journal.at(journal.matching - 1 - index)?.path ?? '');
  return [...new Set(newest.filter(Boolean))];
}

async function add(of: Draft): Promise<void> {
  const rule = ruleOf(of);
  const added = await attempt(() => api.value.sandboxes.addFault({ name: sandbox, ...rule }), 'The rule is set.');
  if (added === undefined) return;
  draft.value = undefined;
  await faults.reload();
}

const count = (placeholder: string, max?: number) => ({ input: { type: 'number', min: 0, max, placeholder } }) as const;

const howOften: readonly MemberField[] = [
  { name: 'times', ...count('always') },
  { name: 'after', ...count('0') },
  { name: 'probability', ...count('1', 1) },
  { name: 'per', label: 'counted per', options: optionsOf(PER, 'sandbox') },
];

const fixedAnswer: readonly MemberField[] = [
  { name: 'status', input: { type: 'number', min: 200, max: 599 } },
  { name: 'body', rows: 3 },
];

function Builder({ of }: { of: Draft }) {
  const all = catalog.value.value?.faults ?? [];
  const info = all.find(({ fault }) => fault === of.fault);
  const rule = ruleOf(of);
  const isFixed = of.fault === ANSWER;
  const which: readonly MemberField[] = [
    { name: 'method', options: optionsOf(METHODS, 'any') },
    {
      name: 'path',
      hint: '* stands for a segment, ** for any text',
      input: { placeholder: 'any' },
      suggestions: paths(),
    },
    { name: 'operation', input: { placeholder: 'any' }, suggestions: [...journal.operations] },
  ];
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
        {fieldsOf(of, which)}
      </fieldset>
      <fieldset>
        <legend>What happens</legend>
        <FaultChoice of={of} faults={all} />
        {info?.parameters.map((parameter) => (
          <ParameterField key={parameter.name} parameter={parameter} of={of} />
        ))}
        {isFixed && fieldsOf(of, fixedAnswer)}
        <p class="soft">{info?.description}</p>
      </fieldset>
      <fieldset>
        <legend>How often</legend>
        {fieldsOf(of, howOften)}
      </fieldset>
      <div>
        {!isFixed && <CodeLine name="line" text={faultText(of)} />}
        <CodeLine name="JSON" text={JSON.stringify(rule)} />
        <CodeLine name="curl" text={curlOf(rule)} />
      </div>
      <div class="line">
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
