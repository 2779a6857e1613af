interface PromisedStockProps {
  /** Pieces that can be sold, as the shop has them. */
  stock: number
  /** What stands in the field now. */
  typed: string
  /** Pieces that open payments hold. */
  promised: number | undefined
}

/**
 * What a stock does not count: pieces that open payments hold. They stand on the shelf too, so whoever counts there is
 * told what a new number means. Nothing where none are held.
 */
export function PromisedStock({ stock, typed, promised }: PromisedStockProps) {
  if (!promised) return null
  const next = Number(typed)
  const isOther = typed.trim() !== '' && Number.isInteger(next) && next >= 0 && next !== stock
  return (
    <span className="block text-sm text-muted" role="status">
      <span>{`${stock} free, ${promised} promised.`}</span>
      {isOther && <span>{` Then ${next} free, ${next + promised} on the shelf.`}</span>}
    </span>
  )
}
