/** Parts of what is shown: one that is opened and closed, and names with their values. */
import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A part with a title, which opens and closes it. */
export function Section({ title, note, isOpen = true, children }: SectionProps) {
  return (
    <details class="section" open={isOpen}>
      <summary>
        <h3>{title}</h3> <span class="soft">{note}</span>
      </summary>
      {children}
    </details>
  );
}

/** Names with their values. */
export function Pairs({ of }: { of: Readonly<Record<string, string>> }) {
  return (
    <dl class="pairs">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
