import { Link } from '#app/ui/link.tsx'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

/** `M: chest 108, length 75.5` for each size. */
const measuredSizes = (guide: ProductDetail['sizeGuide']) =>
  Object.entries(guide ?? {})
    .map(
      ([size, measurements]) =>
        `${size}: ${Object.entries(measurements)
          .map(([name, cm]) => `${name.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`)} ${cm}`)
          .join(', ')}`,
    )
    .join('\n')

/** The weight of a cloth: a figure and its unit. */
const WEIGHT = /(\d[\d.]*) ?(g\/m²|oz)/

/** What can be said in one large figure or word. */
function figuresOf({ fabric, origin }: ProductDetail) {
  const [, figure, unit] = WEIGHT.exec(fabric ?? '') ?? []
  return [
    ...(figure ? [{ label: 'Cloth', figure, unit }] : []),
    ...(origin ? [{ label: 'Origin', figure: origin, unit: undefined }] : []),
  ]
}

function Figures({ product }: { product: ProductDetail }) {
  const figures = figuresOf(product)
  if (figures.length === 0) return null
  return (
    <dl className="figures">
      {figures.map(({ label, figure, unit }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="figure">
            <span>{figure}</span>
            {unit && <small>{` ${unit}`}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The details of a product as rows, among them those that the Legal Metrology rules require. */
export function ProductDetailRows({ product }: { product: ProductDetail }) {
  const { pieces, maker, origin } = product
  const sizes = measuredSizes(product.sizeGuide)
  const isImported = origin && origin.toLowerCase() !== 'india'
  const rows = [
    ['Colour', product.colour],
    ['Fabric', product.fabric],
    ['Fit', product.fit],
    ['Care', product.care],
    ['Net quantity', pieces && `${pieces} ${pieces === '1' ? 'piece' : 'pieces'}`],
    [isImported ? 'Imported by' : 'Made by', maker && [maker, product.makerAddress].filter(Boolean).join('\n')],
  ]
  return (
    <section className="product-facts border-t border-line pt-5 text-sm">
      <h2 className="heading heading-3 mb-3">Product details</h2>
      <Figures product={product} />
      <dl className="grid grid-cols-[6rem_1fr] gap-y-2">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="whitespace-pre-line">{value}</dd>
              </div>
            ),
        )}
        {sizes && (
          <>
            <dt className="text-muted">Sizes in cm</dt>
            <dd>
              <details>
                <summary className="cursor-pointer underline underline-offset-4">Every measurement</summary>
                <p className="mt-1 whitespace-pre-line">{sizes}</p>
              </details>
            </dd>
          </>
        )}
        <dt className="text-muted">Questions</dt>
        <dd>
          <Link to="/seller" className="link">
            Customer care
          </Link>
        </dd>
      </dl>
    </section>
  )
}
