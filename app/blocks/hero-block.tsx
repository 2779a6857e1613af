import { useShop } from '#app/api/use-shop.ts'
import { BlockButton } from '#app/blocks/block-button.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { PunctuatedHeadline } from '#app/ui/punctuated-headline.tsx'
import type { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

const HERO_WIDTH = '(min-width: 768px) min(450px, 35vw), min(448px, 92vw)'

function Headline({ words }: { words: readonly string[] }) {
  return (
    <h1 className="display">
      {words.map((word, index) => (
        // By its place: a word may stand there twice.
        <span key={index} className="block">
          <PunctuatedHeadline>{word}</PunctuatedHeadline>
          {index < words.length - 1 && <span> </span>}
        </span>
      ))}
    </h1>
  )
}

/** The garment of the shop's own picture, whose sleeve and hem the page cuts off. */
const GARMENT_WIDTH = '(min-width: 768px) 42vw, 100vw'

function Garment() {
  return (
    <picture>
      <source
        type="image/avif"
        media="(min-width: 768px)"
        srcSet="/hero.avif 800w, /hero-1080.avif 1080w"
        sizes={GARMENT_WIDTH}
      />
      <source type="image/avif" srcSet="/hero-480.avif 480w, /hero.avif 800w" sizes={GARMENT_WIDTH} />
      <img
        src="/hero.webp"
        srcSet="/hero-480.webp 480w, /hero.webp 800w"
        sizes={GARMENT_WIDTH}
        alt="A tobacco corduroy overshirt from the house, half turned"
        width={1080}
        height={1290}
        fetchPriority="high"
        className="hero-garment"
      />
    </picture>
  )
}

interface HeroPictureProps {
  value: string
  words: string
  products: readonly FeaturedProduct[] | undefined
}

/**
 * The picture of the block, of the settings or of the first of these products, in a frame beside the words. Where
 * nothing is said of products, the garment that came with the shop, without a frame, as long as the shop is as it came.
 */
function HeroPicture({ value, words, products }: HeroPictureProps) {
  const { hero, hasOwnLine } = useShop()
  const own = shopPicture(value)
  const [product] = products ?? []
  const ofProduct = product?.images[0] && { src: product.images[0], alt: product.name }
  const picture = own ? { src: own.src, alt: words } : (hero ?? ofProduct)
  if (!picture) return products || hasOwnLine ? null : <Garment />
  return (
    <Picture
      src={picture.src}
      alt={picture.alt}
      sizes={HERO_WIDTH}
      width={800}
      height={1000}
      isFirst
      className="hero-picture"
    />
  )
}

/** Names of garments that a line does not break in two. */
const UNBROKEN = /(t-shirts?|co-ords?)/

function HeroText({ children }: { children: string }) {
  return (
    <p className="mt-6 max-w-md text-lg text-muted">
      {children.split(UNBROKEN).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // By its place: a garment may stand there twice.
          <span key={index} className="whitespace-nowrap">
            {part}
          </span>
        ),
      )}
    </p>
  )
}

/** The opening of a page. */
export function HeroBlock({
  fields,
  products,
}: {
  fields: BlockFields<'hero'>
  products?: readonly FeaturedProduct[]
}) {
  const words = fields.headline.split('\n').filter((word) => word.trim() !== '')
  return (
    <section className="hero">
      <div className="container">
        <div className="hero-words @container">
          {fields.badge && (
            <p className="mb-6">
              <Badge kind="stitched">{fields.badge}</Badge>
            </p>
          )}
          <Headline words={words} />
          {fields.text && <HeroText>{fields.text}</HeroText>}
          <div className="mt-8 flex flex-wrap gap-3">
            <BlockButton label={fields.button} link={fields.buttonLink} />
            <BlockButton label={fields.secondButton} link={fields.secondLink} isSecond />
          </div>
        </div>
        <HeroPicture value={fields.picture} words={fields.pictureWords} products={products} />
      </div>
    </section>
  )
}
