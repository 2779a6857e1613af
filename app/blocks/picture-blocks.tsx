import { useShop } from '#app/api/use-shop.ts'
import { BlockButton } from '#app/blocks/block-button.tsx'
import { BlockHeading, labelledBy } from '#app/blocks/text-blocks.tsx'
import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import { shownPrices } from '#contract/catalogue/shown-prices.ts'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

const HALF = '(min-width: 768px) 48vw, 92vw'

/** An uploaded picture in its own proportions; nothing where there is none. */
function BlockPicture({ value, words }: { value: string; words: string }) {
  const picture = shopPicture(value)
  if (!picture) return null
  return (
    <Picture
      src={picture.src}
      alt={words}
      sizes={HALF}
      width={picture.width}
      height={picture.height}
      className="rounded-card"
    />
  )
}

interface PictureWithTextProps {
  id: string
  fields: BlockFields<'pictureWithText'>
}

/** A picture on one side and a text on the other. */
export function PictureWithTextBlock({ id, fields }: PictureWithTextProps) {
  const { picture, pictureWords, side, heading, text, button, buttonLink } = fields
  return (
    <section
      className="container grid items-center gap-8 py-10 md:grid-cols-2"
      aria-labelledby={labelledBy(id, heading)}
    >
      <div className={side === 'right' ? 'md:order-last' : ''}>
        <BlockPicture value={picture} words={pictureWords} />
      </div>
      <div>
        <BlockHeading id={id}>{heading}</BlockHeading>
        <div className="written text-muted" dangerouslySetInnerHTML={{ __html: text }} />
        {button && buttonLink && (
          <div className="mt-6">
            <BlockButton label={button} link={buttonLink} />
          </div>
        )}
      </div>
    </section>
  )
}

interface LinkedPictureProps {
  picture: string
  words: string
  line: string
  link: string
}

/** A link needs words: those under the picture, or what the picture shows. */
function LinkedPicture({ picture, words, line, link }: LinkedPictureProps) {
  const content = (
    <>
      <BlockPicture value={picture} words={line === '' || link === '' ? words : ''} />
      {line && <span className="mt-3 block font-semibold">{line}</span>}
    </>
  )
  if (link === '' || (line === '' && words === '')) return <div>{content}</div>
  return link.startsWith('/') ? <Link to={link}>{content}</Link> : <a href={link}>{content}</a>
}

/** Two pictures beside each other. */
export function PicturePairBlock({ fields }: { fields: BlockFields<'picturePair'> }) {
  const { picture, pictureWords, line, link, secondPicture, secondWords, secondLine, secondLink } = fields
  return (
    <section className="container grid items-start gap-6 py-10 md:grid-cols-2">
      {picture && <LinkedPicture picture={picture} words={pictureWords} line={line} link={link} />}
      {secondPicture && (
        <LinkedPicture picture={secondPicture} words={secondWords} line={secondLine} link={secondLink} />
      )}
    </section>
  )
}

interface OutfitProps {
  id: string
  fields: BlockFields<'outfit'>
  products: readonly FeaturedProduct[]
}

/** A picture with products on it, which stand beside it too. The numbers on the picture are those of the list. */
export function OutfitBlock({ id, fields: { heading, text, picture, pictureWords, spots }, products }: OutfitProps) {
  const shop = useShop()
  return (
    <section
      className="container grid items-center gap-8 py-10 md:grid-cols-2"
      aria-labelledby={labelledBy(id, heading)}
    >
      <div className="relative">
        <BlockPicture value={picture} words={pictureWords} />
        {spots.map(({ product, across, down }, index) => (
          <span
            key={`${product} ${across} ${down}`}
            aria-hidden="true"
            className="badge badge-marigold absolute -translate-1/2"
            style={{ left: `${across}%`, top: `${down}%` }}
          >
            {index + 1}
          </span>
        ))}
      </div>
      <div>
        <BlockHeading id={id}>{heading}</BlockHeading>
        {text && <p className="mb-6 text-muted">{text}</p>}
        <ol className="grid gap-3">
          {products.map((product, index) => (
            <li
              key={`${product._id} ${index}`}
              className="flex flex-wrap items-baseline gap-x-3 border-t border-line pt-3"
            >
              <span className="text-muted" aria-hidden="true">
                {index + 1}
              </span>
              <Link className="link flex-1 font-semibold" to={`/product/${product._id}`}>
                {product.name}
              </Link>
              <Price {...shownPrices(product, shop)} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
