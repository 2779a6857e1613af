import { PLACE_LABELS, reasonLabel } from '#app/admin/returns/return-words.ts'
import { LinePicture } from '#app/ui/product-line.tsx'
import { formatTotal } from '#contract/units/money.ts'
import { CONDITION_FACTS } from '#contract/returns/piece-conditions.ts'
import { NOT_DELIVERED } from '#contract/returns/return-reasons.ts'
import type { StaffReturn } from '#contract/returns/returns.ts'
import { counted } from '#contract/words/counted.ts'

type Line = StaffReturn['lines'][number]

/** What became of the pieces of a line so far, a sentence each. */
const fateOf = ({ inspected, refunded, exchanged, reason }: Line): string[] => [
  ...inspected.map(
    ({ condition, goesTo, quantity }) =>
      `${counted(quantity, 'piece')}: ${CONDITION_FACTS[condition].label.toLowerCase()}, ${PLACE_LABELS[goesTo]}`,
  ),
  ...(refunded !== null && refunded > 0 ? [`${counted(refunded, 'piece')} refunded`] : []),
  ...(exchanged > 0 ? [`${counted(exchanged, 'piece')} ${reason === NOT_DELIVERED ? 'sent again' : 'exchanged'}`] : []),
]

function Piece({ line }: { line: Line }) {
  const { product, size, quantity, reason, note, exchangeSize, amount } = line
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-4 py-4">
      <LinePicture image={product.image} isLarge />
      <div className="grid content-start gap-1 text-sm wrap-anywhere">
        <p className="flex justify-between gap-4 text-base font-semibold">
          <span>{`${quantity} × ${product.name}`}</span>
          {amount !== null && <span className="price whitespace-nowrap">{formatTotal(amount)}</span>}
        </p>
        {size !== undefined && <p className="text-muted">{`Size ${size}`}</p>}
        <p>{reasonLabel(reason)}</p>
        {note !== undefined && <p className="whitespace-pre-line border-s-4 border-line ps-3">{note}</p>}
        {exchangeSize !== undefined && reason !== NOT_DELIVERED && (
          <p>{`Wants size ${exchangeSize} instead of the money`}</p>
        )}
        {fateOf(line).map((sentence) => (
          <p key={sentence} className="text-muted">
            {sentence}
          </p>
        ))}
      </div>
    </li>
  )
}

/** The pieces of a return with why they come back, and the customer's pictures of them. */
export function ReturnPieces({ lines, pictures }: StaffReturn) {
  return (
    <>
      <ul className="-my-4 divide-y divide-line">
        {lines.map((line) => (
          <Piece key={line._id} line={line} />
        ))}
      </ul>
      {pictures.length > 0 && (
        <ul className="mt-6 flex flex-wrap gap-3" aria-label="The customer’s pictures">
          {pictures.map((address, place) => (
            <li key={address}>
              <a href={`/api${address}`} target="_blank" rel="noreferrer">
                <img
                  src={`/api${address}`}
                  alt={`${place + 1} of what the customer shows, opens in full`}
                  width={96}
                  height={120}
                  loading="lazy"
                  className="picture w-24 rounded-control"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
