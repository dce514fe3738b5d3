/** A body as people read it: JSON with folding, anything else as the text that it is. */
import { useMemo, useState } from 'preact/hooks';
import { countText } from './format.js';

/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** Members that are shown at once. */
const MEMBERS = 100;

/** What follows a value to where it leads; undefined where it leads nowhere. */
export type LinkOf = (name: string, value: unknown) => (() => void) | undefined;

function Scalar({ name = '', value, linkOf }: Pick<NodeProps, 'name' | 'value' | 'linkOf'>) {
  const kind = value === null ? 'null' : typeof value;
  const text = <span class={`json-${kind}`}>{JSON.stringify(value)}</span>;
  const follow = linkOf?.(name, value);
  return follow === undefined ? (
    text
  ) : (
    <button type="button" class="link" onClick={follow}>
      {text}
    </button>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : (
    <>
      <span class="json-name">{name}</span>
      {': '}
    </>
  );
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly level: number;
  readonly linkOf?: LinkOf | undefined;
  /** What its list is called. */
  readonly list?: string | undefined;
}

function Branch({ name, value, level, linkOf }: NodeProps & { readonly value: object }) {
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS && members.length <= MEMBERS);
  const [most, setMost] = useState(MEMBERS);
  const count = countText(members.length, isList ? 'item' : 'member');
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Name name={name} />
        {isList ? '[' : '{'} <span class="soft">{count}</span> {isOpen ? '' : isList ? ']' : '}'}
      </summary>
      {/* What is closed is not made: a body may be as deep as it is long. */}
      {isOpen && (
        <ul>
          {members.slice(0, most).map(([key, member]) => (
            <Node
              key={key}
              name={isList ? undefined : key}
              list={isList ? name : undefined}
              value={member}
              level={level + 1}
              linkOf={linkOf}
            />
          ))}
          {members.length > most && (
            <li>
              <button type="button" class="quiet" onClick={() => setMost(most + MEMBERS * 10)}>
                {members.length - most} more
              </button>
            </li>
          )}
        </ul>
      )}
    </details>
  );
}

function Node({ name, value, level, linkOf, list }: NodeProps) {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return (
    <li>
      {isBranch ? (
        <Branch name={name} value={value} level={level} linkOf={linkOf} />
      ) : (
        <>
          <Name name={name} />
          <Scalar name={name ?? list} value={value} linkOf={linkOf} />
        </>
      )}
    </li>
  );
}

/** What is open at the end of JSON, and the last index at which it could be closed. */
function scan(text: string): { readonly closers: string; readonly cut: number } {
  const open: string[] = [];
  let cut = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isText && character === '\\') index += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === ',') cut = index;
    else if (character === ']' || character === '}') open.pop();
    else if (character === '[' || character === '{') {
      open.push(character === '[' ? ']' : '}');
      cut = index + 1;
    }
  }
  return { closers: open.toReversed().join(''), cut };
}

/** JSON that the journal has the beginning of, closed where it breaks off. */
function mended(text: string): string {
  const start = text.slice(0, scan(text).cut);
  return start + scan(start).closers;
}

function parsed(text: string, isCut: boolean): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(isCut ? mended(text) : text);
    return typeof value === 'object' && value !== null ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** The body. */
export function JsonView({ text, isCut, linkOf }: { text: string; isCut: boolean; linkOf?: LinkOf }) {
  const json = useMemo(() => parsed(text, isCut), [text, isCut]);
  // What a double cannot hold, and a member that comes twice, only the text shows.
  const [isRaw, setRaw] = useState(false);
  if (json === undefined) return <pre tabIndex={0}>{text}</pre>;
  return (
    <div class="json">
      <button type="button" class="quiet corner" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
        As sent
      </button>
      {isRaw ? (
        <pre tabIndex={0}>{text}</pre>
      ) : (
        <ul>
          <Node name={undefined} value={json.value} level={0} linkOf={linkOf} />
        </ul>
      )}
    </div>
  );
}
