import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, GripVertical, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'

import { BlockFieldControl, type ChoicePlaces } from '#app/admin/pages/block-field.tsx'
import type { DraftState, UndoStep } from '#app/admin/pages/use-draft.ts'
import { focusArrow, focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { BlockField } from '#contract/pages-of-blocks/block-fields.ts'
import { BLOCK_KINDS, fieldsOf, type Block } from '#contract/pages-of-blocks/block-kinds.ts'

const UNDO_MS = 8000
/** Whether a field says something of this block as it is chosen. */
const counts = ({ fields }: Block, { countsWith }: BlockField): boolean =>
  countsWith === undefined || (fields as Readonly<Record<string, unknown>>)[countsWith.field] === countsWith.value

const WRITTEN: ReadonlySet<string> = new Set(['line', 'text', 'markdown'])
/** Of Markdown. */
const MARKS = /^#+ |^- |\*\*/gm

/** What tells this block from others of its kind. */
function summaryOf({ kind, fields }: Block): string {
  const values = fields as Readonly<Record<string, unknown>>
  const texts = fieldsOf(kind).map(([name, { input }]) => (WRITTEN.has(input) ? String(values[name]).trim() : ''))
  const text = texts.find((one) => one !== '') ?? ''
  return text.replaceAll(MARKS, '').replaceAll('\n', ' ').slice(0, 60)
}

interface BlockEditorProps {
  block: Block
  index: number
  count: number
  state: DraftState
  errors: FieldErrors
  places: ChoicePlaces
  isOpen: boolean
  /** Another block is dragged to its place. */
  isTarget: boolean
  /** Of what it is dragged by. */
  handle: ComponentProps<'span'>
  onToggle(): void
  /** Takes a deletion back, whenever that is pressed. */
  onUndo(step: UndoStep): void
}

/** One block of a page: what can be done with it, and its fields while it is open. */
export function BlockEditor(props: BlockEditorProps) {
  const { block, index, count, state, errors, places, isOpen, isTarget, handle, onToggle, onUndo } = props
  const { label } = BLOCK_KINDS[block.kind]
  const name = `${label} ${index + 1}`
  const shown = fieldsOf(block.kind).filter(([, field]) => counts(block, field))
  const hasErrors = Object.keys(errors).some((path) => path.startsWith(`blocks.${index}.`))

  function move(pressed: 'up' | 'down') {
    const to = pressed === 'up' ? index - 1 : index + 1
    state.move(block.id, to)
    focusArrow(block.id, pressed, to === (pressed === 'up' ? 0 : count - 1))
  }
  function remove() {
    const step = state.remove(block.id)
    toastSuccess(`${name} deleted.`, { label: 'Undo', onAct: () => onUndo(step) }, UNDO_MS)
  }
  return (
    <li className={`card min-w-0 p-4 ${isTarget ? 'outline-2' : ''}`} aria-label={name}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="drag-grip text-muted" title="Drag to another place" {...handle}>
          <GripVertical size={18} aria-hidden="true" />
        </span>
        <button
          type="button"
          id={`edit-${block.id}`}
          className="min-h-11 min-w-0 flex-1 text-start max-sm:basis-4/5"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span className="block font-semibold">{name}</span>
          <span className="block truncate text-sm text-muted">{summaryOf(block)}</span>
        </button>
        {block.isHidden && <Badge>Hidden</Badge>}
        {hasErrors && <Badge kind="marigold">Look here</Badge>}
        <span className="ms-auto flex">
          <IconButton
            id={`move-up-${block.id}`}
            label={`Move up ${name}`}
            icon={ArrowUp}
            size={18}
            disabled={index === 0}
            onClick={() => move('up')}
          />
          <IconButton
            id={`move-down-${block.id}`}
            label={`Move down ${name}`}
            icon={ArrowDown}
            size={18}
            disabled={index === count - 1}
            onClick={() => move('down')}
          />
          <IconButton
            label={`${block.isHidden ? 'Show' : 'Hide'} ${name}`}
            icon={block.isHidden ? EyeOff : Eye}
            size={18}
            onClick={() => state.toggleHidden(block.id)}
          />
          <IconButton label={`Copy ${name}`} icon={Copy} size={18} onClick={() => state.copy(block.id)} />
          <IconButton
            label={`Delete ${name}`}
            icon={Trash2}
            size={18}
            data-removes
            onClick={(event) => {
              focusNextRow(event)
              remove()
            }}
          />
        </span>
      </div>
      {isOpen && (
        <div className="mt-4 grid gap-5">
          {shown.map(([field, row]) => (
            <BlockFieldControl
              key={field}
              field={row}
              path={`blocks.${index}.fields.${field}`}
              value={(block.fields as Readonly<Record<string, unknown>>)[field]}
              errors={errors}
              places={places}
              onChange={(value) => state.setField(block.id, field, value)}
            />
          ))}
          {shown.length === 0 && <p className="text-muted">There is nothing to fill in.</p>}
          <div>
            <Button variant="outline" isSmall onClick={onToggle}>
              Close
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
