import { useState } from 'react'

import { moveInList } from '#app/admin/products/move-in-list.ts'
import { defaultFields, type Block, type BlockKind } from '#contract/pages-of-blocks/block-kinds.ts'
import type { PagePlace } from '#contract/pages-of-blocks/page-limits.ts'
import type { EditedPage } from '#contract/pages-of-blocks/pages.ts'

type Blocks = readonly Block[]

/** What is typed of a page. */
interface Draft {
  title: string
  description: string
  slug: string
  place: PagePlace
  blocks: Blocks
}

/** Takes one change of the blocks back, whatever was typed since. */
export type UndoStep = (blocks: Blocks) => Blocks

const MAX_STEPS = 50

const draftOf = ({ title, description, slug, place, blocks }: EditedPage): Draft => ({
  title,
  description,
  slug,
  place,
  blocks,
})

const newId = () => `block-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

const without = (blocks: Blocks, id: string) => blocks.filter((block) => block.id !== id)
const indexIn = (blocks: Blocks, id: string) => blocks.findIndex((block) => block.id === id)
const replaced = (blocks: Blocks, id: string, change: (block: Block) => Block) =>
  blocks.map((block) => (block.id === id ? change(block) : block))
const moved = (blocks: Blocks, id: string, to: number) => {
  const from = indexIn(blocks, id)
  return from < 0 ? blocks : moveInList(blocks, from, Math.min(to, blocks.length - 1))
}
const hiddenOrShown = (blocks: Blocks, id: string) =>
  replaced(blocks, id, (block) => ({ ...block, isHidden: !block.isHidden }))

/**
 * A page that is being edited. Changes of its blocks can be undone one by one; what was typed in other blocks meanwhile
 * stays.
 */
export function useDraft(page: EditedPage) {
  const [draft, setDraft] = useState(() => draftOf(page))
  const [saved, setSaved] = useState(draft)
  const [steps, setSteps] = useState<readonly UndoStep[]>([])
  const { blocks } = draft

  const put = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  function putBlocks(changed: Blocks, step: UndoStep): UndoStep {
    setSteps((earlier) => [...earlier, step].slice(-MAX_STEPS))
    put({ blocks: changed })
    return step
  }

  return {
    draft,
    isChanged: draft !== saved,
    put,
    canUndo: steps.length > 0,
    /** Takes the last change back, or an earlier one that still stands. */
    undo(step = steps.at(-1)) {
      if (!step || !steps.includes(step)) return
      setSteps((earlier) => earlier.filter((one) => one !== step))
      setDraft((now) => ({ ...now, blocks: step(now.blocks) }))
    },
    /** Adds a block at the end and returns its id. */
    add(kind: BlockKind): string {
      const id = newId()
      putBlocks([...blocks, { id, kind, fields: defaultFields(kind) } as Block], (now) => without(now, id))
      return id
    },
    move(id: string, to: number) {
      const from = indexIn(blocks, id)
      if (from < 0 || to < 0 || to >= blocks.length || from === to) return
      putBlocks(moved(blocks, id, to), (now) => moved(now, id, from))
    },
    copy(id: string) {
      const copyId = newId()
      putBlocks(
        blocks.flatMap((block) => (block.id === id ? [block, { ...block, id: copyId }] : [block])),
        (now) => without(now, copyId),
      )
    },
    remove(id: string): UndoStep {
      const from = indexIn(blocks, id)
      const gone = blocks.slice(from, from + 1)
      return putBlocks(without(blocks, id), (now) => [...now.slice(0, from), ...gone, ...now.slice(from)])
    },
    toggleHidden(id: string) {
      putBlocks(hiddenOrShown(blocks, id), (now) => hiddenOrShown(now, id))
    },
    setField(id: string, name: string, value: unknown) {
      const withValue = (block: Block) => ({ ...block, fields: { ...block.fields, [name]: value } }) as Block
      setDraft((now) => ({ ...now, blocks: replaced(now.blocks, id, withValue) }))
    },
    /** What was sent is saved; what was typed meanwhile is not. */
    keep: (sent: Draft) => setSaved(sent),
    /** Another version has become the draft. */
    replace(version: EditedPage) {
      const other = draftOf(version)
      setDraft(other)
      setSaved(other)
      setSteps([])
    },
  }
}

export type DraftState = ReturnType<typeof useDraft>
