import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { BLOCK_KIND_NAMES, BLOCK_KINDS, type BlockKind } from '#contract/pages-of-blocks/block-kinds.ts'

/** Offers every kind of block, each with what it is for. */
export function AddBlock({ onAdd }: { onAdd(kind: BlockKind): void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Add block
        </Button>
      </div>
      {isOpen && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {BLOCK_KIND_NAMES.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                className="card w-full p-4 text-start"
                onClick={() => {
                  setIsOpen(false)
                  onAdd(kind)
                }}
              >
                <span className="block font-semibold">{BLOCK_KINDS[kind].label}</span>
                <span className="block text-sm text-muted">{BLOCK_KINDS[kind].hint}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
