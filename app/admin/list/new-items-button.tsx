import { ArrowUp } from 'lucide-react'

import { Button } from '#app/ui/button.tsx'

interface NewItemsButtonProps {
  count: number
  /** The noun in singular and plural: 'order', 'orders'. */
  words: readonly [one: string, several: string]
  onShow(): void
}

/** Shows how many items are new and loads them on a click, so that no row moves under the pointer. */
export function NewItemsButton({ count, words: [one, several], onShow }: NewItemsButtonProps) {
  return (
    <div role="status" className="new-items">
      {count > 0 && (
        <Button isSmall onClick={onShow}>
          <ArrowUp size={16} aria-hidden="true" />
          <span>{`${count === 1 ? `1 new ${one}` : `${count} new ${several}`} – show`}</span>
        </Button>
      )}
    </div>
  )
}
