/** Rows of one height, of which only those in view are drawn. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows that are drawn above and below those in view. */
const SPARE = 5;

/** What a list is made of. */
export interface VirtualListProps {
  readonly count: number;
  /** Height of a row, in px. */
  readonly height: number;
  readonly label: string;
  /** Index of the row that the keyboard is at. */
  readonly current: number | undefined;
  /** Id of that row. */
  readonly currentId: string | undefined;
  readonly row: (index: number) => ComponentChildren;
  /** Called with the first and the last row in view. */
  readonly onView: (first: number, last: number) => void;
}

/** The list. It is a grid: its rows are of `role="row"`, and know their index. */
export function VirtualList({ count, height, label, current, currentId, row, onView }: VirtualListProps) {
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, size: 600 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return undefined;
    const observer = new ResizeObserver(() => setView({ top: scroller.scrollTop, size: scroller.clientHeight }));
    observer.observe(scroller);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(view.top / height) - SPARE);
  const last = Math.min(count, Math.ceil((view.top + view.size) / height) + SPARE);
  useEffect(() => onView(Math.floor(view.top / height), Math.floor((view.top + view.size) / height)), [view]);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null || current === undefined) return;
    const top = current * height;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + height > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = top + height - scroller.clientHeight;
    }
    // Only where another row is chosen: whoever scrolls away may.
  }, [currentId]);
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, index) => row(first + index));
  return (
    <div
      ref={element}
      class="scroller"
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-activedescendant={current !== undefined && current >= first && current < last ? currentId : undefined}
      tabIndex={0}
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, size: currentTarget.clientHeight })}
    >
      <div class="rows" role="rowgroup" style={{ height: `${count * height}px` }}>
        {drawn}
      </div>
    </div>
  );
}
