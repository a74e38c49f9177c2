import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface VirtualRowsProps {
  readonly total: number
  readonly rowHeight: number
  readonly label: string
  /** The row that has the keyboard. */
  readonly selected: number | undefined
  readonly onSelect: (index: number) => void
  /** Told which rows are about to be seen, so that they can be fetched. */
  readonly onWindow: (first: number, count: number) => void
  readonly row: (index: number) => ComponentChildren
}

/** Browsers stop drawing below some ten million pixels; longer lists are scrolled by proportion. */
const MOST_PIXELS = 8_000_000
const SPARE_ROWS = 10

/** A list of any length of which only the rows in sight exist. Arrow keys, Page, Home and End move in it. */
export function VirtualRows({
  total,
  rowHeight,
  label,
  selected,
  onSelect,
  onWindow,
  row,
}: VirtualRowsProps) {
  const host = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const pixels = Math.min(total * rowHeight, MOST_PIXELS)
  const scale =
    total * rowHeight > MOST_PIXELS ? (total * rowHeight - height) / Math.max(1, pixels - height) : 1
  const first = Math.max(0, Math.floor((top * scale) / rowHeight) - SPARE_ROWS)
  const count = Math.min(total - first, Math.ceil(height / rowHeight) + 2 * SPARE_ROWS)

  useEffect(() => onWindow(first, count), [first, count, total])
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (selected !== undefined) reveal(selected)
  }, [selected])

  function reveal(index: number): void {
    const element = host.current
    if (element === null) return
    const shown = element.scrollTop * scale
    const at = index * rowHeight
    if (at < shown) element.scrollTop = at / scale
    else if (at + rowHeight > shown + element.clientHeight)
      element.scrollTop = (at + rowHeight - element.clientHeight) / scale
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const now = selected ?? -1
    const to = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + page,
      PageUp: now - page,
      Home: 0,
      End: total - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onSelect(Math.max(0, Math.min(total - 1, to)))
  }

  return (
    <div
      ref={host}
      class="virtual"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected === undefined ? undefined : `row-${selected}`}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: `${pixels}px`, position: 'relative' }}>
        {Array.from({ length: Math.max(0, count) }, (_, offset) => {
          const index = first + offset
          return (
            <div
              key={index}
              id={`row-${index}`}
              role="option"
              aria-selected={index === selected}
              aria-posinset={index + 1}
              aria-setsize={total}
              class="virtual-row"
              style={{ top: `${topOf(index)}px`, height: `${rowHeight}px` }}
              onClick={() => onSelect(index)}
            >
              {row(index)}
            </div>
          )
        })}
      </div>
    </div>
  )

  /** Rows keep their height; where the list is scaled, the window of rows moves as a whole. */
  function topOf(index: number): number {
    return scale === 1 ? index * rowHeight : top + index * rowHeight - top * scale
  }
}
