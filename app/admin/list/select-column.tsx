import { AllRowsCheckbox, RowCheckbox } from '#app/admin/list/row-checkbox.tsx'
import type { Selection } from '#app/admin/list/use-selection.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/table.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'

/** The first column of a list whose rows can be chosen. `nameOf` names a row for screen readers. */
export const selectColumn = <Row extends { _id: string }>(
  selection: Selection,
  nameOf: (row: Row) => string,
  className?: string,
): Column<Row> => ({
  key: 'select',
  header: 'Select',
  className,
  card: 'select',
  headerCell: <VisuallyHidden>Select</VisuallyHidden>,
  cell: (row) => <RowCheckbox id={row._id} name={nameOf(row)} selection={selection} />,
})

/** Something that is done with all chosen rows. */
interface ChosenAction {
  label: string
  variant?: ButtonProps['variant']
  run(ids: readonly string[]): Promise<void>
}

interface SelectionBarProps {
  /** What is chosen, in the plural: 'messages'. */
  name: string
  ids: readonly string[]
  selection: Selection
  actions: readonly ChosenAction[]
}

/** Selects all rows, tells how many are chosen, and has the actions on them. It stands above the list. */
export function SelectionBar({ name, ids, selection, actions }: SelectionBarProps) {
  const { isBusy, run } = useTask()
  const chosen = [...selection.chosen]
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 py-2" role="group" aria-label={`Chosen ${name}`}>
      <AllRowsCheckbox ids={ids} label={`Select all ${name}`} selection={selection} />
      <span className="text-sm text-muted" role="status">
        {chosen.length === 0 ? 'None chosen' : `${chosen.length} chosen`}
      </span>
      {chosen.length > 0 &&
        actions.map(({ label, variant = 'outline', ...action }) => (
          <Button
            key={label}
            variant={variant}
            isSmall
            disabled={isBusy}
            onClick={() => void run(() => action.run(chosen))}
          >
            {label}
          </Button>
        ))}
    </div>
  )
}
