import type { Route } from './+types/home'

import { serverApi } from '#app/api/request-context.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { useRestorable } from '#app/api/back-button-data.ts'
import { FeaturedSection } from '#app/catalogue/featured-section.tsx'
import { FEATURED_ROWS, loadRows, restoreRows, rowsBySlug } from '#app/catalogue/featured-rows.ts'
import { useShop } from '#app/api/use-shop.ts'
import { LazyThanksPanel } from '#app/orders/lazy-thanks-panel.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { organizationData } from '#app/shell/organization-data.ts'
import { StructuredData } from '#app/shell/structured-data.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { PunctuatedHeadline } from '#app/ui/punctuated-headline.tsx'
import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const [rows, seller] = await Promise.all([loadRows(api, 'home'), api.getSeller()])
  return { rows, seller }
}
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => ({
  rows: restoreRows(browserApi, request, 'home'),
  // Structured data is made by the server only.
  seller: undefined,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Designed for tomorrow',
    description:
      'Original menswear, cut in-house. Shirts, t-shirts, pants, co-ords and lowers built to be worn every day and kept for years.',
    path: '/',
  })

const WORDS = ['DESIGNED', 'FOR', 'TOMORROW'] as const

const HERO_WIDTH = '(min-width: 768px) min(450px, 35vw), min(448px, 92vw)'

function Headline() {
  return (
    <h1 className="display">
      {WORDS.map((word, index) => (
        <span key={word} className="block">
          <PunctuatedHeadline>{word}</PunctuatedHeadline>
          {index < WORDS.length - 1 && <span> </span>}
        </span>
      ))}
    </h1>
  )
}

const HERO_PLACE = 'max-w-md justify-self-center rounded-hero md:max-w-none'

function HeroPicture() {
  const { hero } = useShop()
  if (hero) {
    return (
      <Picture
        src={hero.src}
        alt={hero.alt}
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

function Hero() {
  return (
    <section className="container grid items-center gap-10 pb-12 pt-6 md:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <div className="@container">
        <p className="mb-6">
          <Badge kind="stitched">Next-Gen Fashion</Badge>
        </p>
        <Headline />
        <p className="mt-6 max-w-md text-lg text-muted">
          Original menswear, cut in-house. Shirts, <span className="whitespace-nowrap">t-shirts</span>, pants,{' '}
          <span className="whitespace-nowrap">co-ords</span> and lowers built to be worn every day and kept for years.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/getproducts">Explore Collection</ButtonLink>
          {/* Search engines take the header's link, whose word says where it leads. */}
          <ButtonLink to="/about" variant="outline" rel="nofollow">
            Learn More
          </ButtonLink>
        </div>
      </div>
      <HeroPicture />
    </section>
  )
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { shopName, publicUrl, logo } = useShop()
  const { seller } = loaderData
  useRestorable(rowsBySlug(loaderData.rows))
  return (
    <>
      <StructuredData
        data={
          import.meta.env.SSR && seller ? organizationData({ shopName, publicUrl, logo: logo?.src, seller }) : undefined
        }
      />
      <LazyThanksPanel />
      <Hero />
      <div className="container">
        <TapeMeasureDivider />
      </div>
      <section className="container grid gap-6 py-14 md:grid-cols-2" aria-labelledby="intro">
        <h2 id="intro" className="heading heading-2">
          A pattern cutter’s table, open to everyone.
        </h2>
        <p className="text-lg text-muted">
          Every piece starts as paper on a table: drawn, cut, sewn, worn and drawn again until nothing is left to take
          away. What stays is clothing that fits today and does not date tomorrow.
        </p>
      </section>
      <section aria-labelledby="collections">
        <div className="container">
          <h2 id="collections" className="text-sm font-bold text-muted">
            Featured Collections
          </h2>
        </div>
        {FEATURED_ROWS.map((row, index) => (
          <FeaturedSection key={row.slug} row={row} products={loaderData.rows[index] ?? []} isNight={index === 1} />
        ))}
      </section>
      <section className="container py-16 text-center" aria-labelledby="philosophy">
        <h2 id="philosophy" className="heading heading-1 mx-auto max-w-3xl">
          Fewer pieces. Better cut. Worn for years.
        </h2>
        <p className="mx-auto mt-5 max-w-2xl text-lg text-muted">
          We would rather make one shirt right than ten in a hurry. Honest cloth, clean seams, a fair price in rupees,
          and nothing added for show.
        </p>
        <div className="mt-8">
          <ButtonLink to="/getproducts">Discover Our Products</ButtonLink>
        </div>
      </section>
    </>
  )
}
