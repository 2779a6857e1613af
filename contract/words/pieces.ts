/** What may stand in braces in the owner's words, and what each piece stands for. */
const PIECES = {
  shop: 'the shop’s name',
  name: 'the customer’s name',
  order: 'the order’s number',
  date: 'the day',
  amount: 'the money',
  product: 'the product and its size',
  courier: 'who carries the parcel',
  ticket: 'the message’s number',
  delivery: 'when it arrives',
  email: 'the customer’s address',
  minutes: 'how many minutes',
  hours: 'how many hours',
  days: 'how many days',
} as const
export type Piece = keyof typeof PIECES

/** What stands for the pieces now; one that is undefined is left out of the text. */
export type PieceValues = Partial<Record<Piece, string | undefined>>

export const inBraces = (piece: string) => `{${piece}}`

const PIECE = /\{(\w+)\}/g
const isPiece = (name: string): name is Piece => Object.hasOwn(PIECES, name)

/** A piece that is left out takes along the comma and the blanks that tie it to the words around it. */
function without(text: string, piece: string): string {
  const word = inBraces(piece)
  const shortened = text
    .replaceAll(new RegExp(String.raw`^\{${piece}\}[,:;]?[^\S\n]*`, 'gm'), '')
    .replaceAll(new RegExp(String.raw`,?[^\S\n]*\{${piece}\}`, 'g'), '')
  return text.startsWith(word) ? shortened.charAt(0).toUpperCase() + shortened.slice(1) : shortened
}

/** A text with its pieces filled in, once: what a piece holds is never read as a piece. */
export function fillPieces(text: string, values: PieceValues): string {
  const missing = Array.from(text.matchAll(PIECE), ([, name = '']) => name).filter(
    (name) => isPiece(name) && Object.hasOwn(values, name) && values[name] === undefined,
  )
  const kept = missing.reduce(without, text)
  return kept.replaceAll(PIECE, (word, name: string) => (isPiece(name) ? (values[name] ?? word) : word))
}

const listed = (pieces: readonly string[]) =>
  pieces
    .map(inBraces)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

/** What is wrong with the pieces of a text, as a sentence. */
export function pieceFault(text: string, allowed: readonly Piece[], needed: readonly Piece[]): string | undefined {
  const used = Array.from(text.matchAll(PIECE), ([, name = '']) => name)
  const foreign = used.find((name) => !allowed.some((piece) => piece === name))
  const choice = allowed.length === 0 ? 'Nothing in braces may stand here.' : `You can use ${listed(allowed)}.`
  if (foreign !== undefined) return `There is no ${inBraces(foreign.slice(0, 30))} here. ${choice}`
  if (/[{}]/.test(text.replaceAll(PIECE, ''))) return `Braces stand around a piece alone. ${choice}`
  const missing = needed.find((piece) => !used.includes(piece))
  return missing && `Please keep ${inBraces(missing)}: it says ${PIECES[missing]}.`
}
