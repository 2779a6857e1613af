import { useShop } from '#app/api/use-shop.ts'
import { BlockButton } from '#app/blocks/block-button.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { PunctuatedHeadline } from '#app/ui/punctuated-headline.tsx'
import type { BlockFields } from '#contract/pages/block-kinds.ts'
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

const HERO_PLACE = 'max-w-md justify-self-center rounded-hero md:max-w-none'

function HeroPicture({ value, words }: { value: string; words: string }) {
  const { hero } = useShop()
  const own = shopPicture(value)
  const picture = own ? { src: own.src, alt: words } : hero
  if (picture) {
    return (
      <Picture
        src={picture.src}
        alt={picture.alt}
        sizes={HERO_WIDTH}
        width={800}
        height={1000}
        isFirst
        className={HERO_PLACE}
      />
    )
  }
  return (
    <picture className={`w-full ${HERO_PLACE}`}>
      <source type="image/avif" srcSet="/hero-480.avif 480w, /hero.avif 800w" sizes={HERO_WIDTH} />
      <img
        src="/hero.webp"
        srcSet="/hero-480.webp 480w, /hero.webp 800w"
        sizes={HERO_WIDTH}
        alt="A striped shirt from the house, front view"
        width={800}
        height={1000}
        fetchPriority="high"
        className="picture rounded-hero"
      />
    </picture>
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
export function HeroBlock({ fields }: { fields: BlockFields<'hero'> }) {
  const words = fields.headline.split('\n').filter((word) => word.trim() !== '')
  return (
    <section className="container grid items-center gap-10 pb-12 pt-6 md:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <div className="@container">
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
      <HeroPicture value={fields.picture} words={fields.pictureWords} />
    </section>
  )
}
