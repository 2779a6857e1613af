import type { LucideIcon } from 'lucide-react'
import { useFetcher } from 'react-router'

import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button, ButtonLink, IconButton, type ButtonProps } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/table.tsx'

interface Question {
  question: string
  confirmLabel: string
}

interface Looks<Row> {
  label(row: Row): string
  /** The accessible name, where the label does not say which row is meant. */
  name?(row: Row): string
  variant?: ButtonProps['variant']
  /** In place of the label, which becomes the tooltip. */
  icon?(row: Row): LucideIcon
  isFor?(row: Row): boolean
  isDisabled?(row: Row): boolean
}

/** A button of a row: it sends a call of the list, does something in the page, or leads to another page. */
export type RowAction<Row> = Looks<Row> &
  (
    | {
        /** The name of the call in `ListCalls`. */
        act: string
        /** Asks first; without a question nothing is done. It needs scripts. */
        ask?(row: Row): Question | Promise<Question | undefined>
      }
    | { press(row: Row): void }
    | { to(row: Row): string }
  )

/** The last column of a list: what can be done with a row. */
export function actionColumn<Row extends { _id: string }>(
  className: string,
  actions: readonly RowAction<Row>[],
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    className,
    card: 'actions',
    cell: (row) => <RowActions row={row} actions={actions.filter(({ isFor }) => isFor?.(row) ?? true)} />,
  }
}

interface RowActionsProps<Row> {
  row: Row
  actions: readonly RowAction<Row>[]
}

function RowActions<Row extends { _id: string }>({ row, actions }: RowActionsProps<Row>) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form
      method="post"
      className={`row-form ${actions.length > 1 ? 'row-actions' : ''}`}
      onSubmit={(event) => {
        if (fetcher.state !== 'idle') event.preventDefault()
      }}
    >
      <input type="hidden" name="id" value={row._id} />
      {actions.map((action, place) => (
        <RowButton
          // By its place: the button that takes another back keeps the focus.
          key={place}
          row={row}
          action={action}
          onSend={(act) => void fetcher.submit({ id: row._id, act }, { method: 'post' })}
        />
      ))}
    </fetcher.Form>
  )
}

interface RowButtonProps<Row> {
  row: Row
  action: RowAction<Row>
  onSend(act: string): void
}

function RowButton<Row>({ row, action, onSend }: RowButtonProps<Row>) {
  const { label, name, variant = 'outline', icon, isDisabled } = action
  const words = label(row)
  const looks = { variant, isSmall: true, className: 'whitespace-nowrap', 'aria-label': name?.(row) }
  if ('to' in action) {
    return (
      <ButtonLink {...looks} to={action.to(row)} preventScrollReset>
        {words}
      </ButtonLink>
    )
  }
  const props = { ...looks, disabled: isDisabled?.(row), ...pressProps(row, action, onSend) }
  if (icon) return <IconButton {...props} label={words} title={words} icon={icon(row)} size={18} />
  return <Button {...props}>{words}</Button>
}

function pressProps<Row>(
  row: Row,
  action: Exclude<RowAction<Row>, { to: unknown }>,
  onSend: (act: string) => void,
): Pick<ButtonProps, 'type' | 'name' | 'value' | 'onClick'> {
  if ('press' in action) return { onClick: () => action.press(row) }
  const { act, ask } = action
  if (!ask) return { type: 'submit', name: 'act', value: act }
  async function askAndSend() {
    const question = await ask?.(row)
    if (question && (await showConfirm(question))) onSend(act)
  }
  return { onClick: () => void askAndSend() }
}
