/** A table, which is scrolled where it is wider than the page. */
import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What its rows are; read out. */
  readonly label: string;
  readonly columns: readonly string[];
  /** Its rows, each with a last cell for what can be done. */
  readonly children: ComponentChildren;
}

/** The table. Its last column has the actions, and a heading that is only read out. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly title: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
  /** Whether it is of no effect now. */
  readonly isOff?: boolean;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

/** A row of it. */
export function Row({ title, cells, isOff = false, children }: RowProps) {
  return (
    <tr class={isOff ? 'off' : ''}>
      <th scope="row">{title}</th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
      <td class="row-actions">{children}</td>
    </tr>
  );
}
