/** What the packing table knows of a line of an order. */
export interface ItemLine {
  _id: string
  product: string
  size?: string | undefined
  sku: string | null
  barcode: string | null
  quantity: number
  packed: number
}

export const lineInWords = ({ product, size }: Pick<ItemLine, 'product' | 'size'>): string =>
  size === undefined ? product : `${product}, size ${size}`

const hasCode = ({ sku, barcode }: ItemLine, code: string) =>
  [barcode, sku].some((own) => own !== null && own.toLowerCase() === code.trim().toLowerCase())

type Checked = { line: ItemLine } | { refusal: string }

/**
 * The line that a piece belongs to, or why it does not go into the parcel. A scan is a code; a piece by hand is the id
 * of its line.
 */
export function checkItem(lines: readonly ItemLine[], piece: { code: string } | { lineId: string }): Checked {
  const found =
    'code' in piece ? lines.filter((one) => hasCode(one, piece.code)) : lines.filter(({ _id }) => _id === piece.lineId)
  const [first] = found.filter(({ quantity }) => quantity > 0)
  const what = 'code' in piece ? `“${piece.code.trim()}”` : 'This piece'
  if (!first) return { refusal: `${what} is not in this order.` }
  const line = found.find(({ packed, quantity }) => packed < quantity)
  if (line) return { line }
  const count = first.quantity === 1 ? 'The only piece' : `All ${first.quantity} pieces`
  return { refusal: `${count} of ${lineInWords(first)} ${first.quantity === 1 ? 'is' : 'are'} packed already.` }
}

export const isPacked = (lines: readonly ItemLine[]): boolean =>
  lines.every(({ packed, quantity }) => packed === quantity)
