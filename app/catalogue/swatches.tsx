import { Link } from '#app/ui/link.tsx'
import type { Product, Sibling } from '#contract/catalogue/catalogue.ts'

const MOST_ON_CARD = 5

function styleOf({ swatch: [first, second = first] }: Sibling) {
  return { background: `linear-gradient(135deg, ${first} 50%, ${second} 50%)` }
}

interface SwatchesProps {
  product: Pick<Product, '_id' | 'name' | 'colour' | 'siblings'>
  /** At most five dots without visible words, the product's own colour first. */
  isOnCard?: boolean
}

/** The colours that a product comes in, each a link to its own page. Shows nothing for a single colour. */
export function Swatches({ product: { _id, name, colour, siblings = [] }, isOnCard = false }: SwatchesProps) {
  if (siblings.length === 0) return null
  const ownFirst = siblings.toSorted((a, b) => Number(b._id === _id) - Number(a._id === _id))
  const shown = isOnCard ? ownFirst.slice(0, MOST_ON_CARD) : siblings
  const more = siblings.length - shown.length
  return (
    <div>
      {!isOnCard && <p className="field-label mb-2">{`Colour: ${colour}`}</p>}
      <ul aria-label={isOnCard ? `Colours of ${name}` : 'Colours'} className={isOnCard ? 'swatches' : 'tiles'}>
        {shown.map((sibling) => (
          <li key={sibling._id}>
            <Link
              to={`/product/${sibling._id}`}
              viewTransition
              className={isOnCard ? 'swatch-link' : 'tile grid-flow-col gap-2 text-sm'}
              title={isOnCard ? sibling.colour : undefined}
              aria-current={sibling._id === _id ? (isOnCard ? 'true' : 'page') : undefined}
              data-struck={sibling.inStock ? undefined : ''}
            >
              <span className="swatch" style={styleOf(sibling)} />
              <span className={isOnCard ? 'visually-hidden' : undefined}>{sibling.colour}</span>
              {!sibling.inStock && <span className="visually-hidden"> sold out</span>}
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to={`/product/${_id}`} viewTransition className="swatch-link text-xs">
              <span>{`+${more} `}</span>
              <span className="visually-hidden">{`more colours of ${name}`}</span>
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}
