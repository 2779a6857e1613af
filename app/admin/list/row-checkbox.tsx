import { useEffect, useRef } from 'react'

import type { Selection } from '#app/admin/list/use-selection.ts'

const BOX = 'tick-box'

/** Selects one row; with Shift, by mouse or by key, the range from the last one. */
export function RowCheckbox({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const isShift = useRef(false)
  return (
    <label className={BOX}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.chosen.has(id)}
        onPointerDown={(event) => (isShift.current = event.shiftKey)}
        onKeyDown={(event) => (isShift.current = event.shiftKey)}
        onChange={() => {
          selection.toggle(id, isShift.current)
          isShift.current = false
        }}
      />
    </label>
  )
}

/** Selects all rows of a table, or none. It shows a mixed state if only some are selected. */
export function AllRowsCheckbox({
  ids,
  label,
  selection,
}: {
  ids: readonly string[]
  label: string
  selection: Selection
}) {
  const box = useRef<HTMLInputElement>(null)
  const count = ids.filter((id) => selection.chosen.has(id)).length
  const isAll = ids.length > 0 && count === ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <label className={BOX}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isAll}
        onChange={() => selection.setAll(ids, !isAll)}
      />
    </label>
  )
}
