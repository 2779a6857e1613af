import type { Route } from './+types/home'

import { serverApi } from '#app/api/request-context.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { restore, useRestorable } from '#app/api/back-button-data.ts'
import { BlockList, type BlockRenderers } from '#app/blocks/block-list.tsx'
import { DividerBlock } from '#app/blocks/divider-block.tsx'
import { HeroBlock } from '#app/blocks/hero-block.tsx'
import { OutfitRowBlock } from '#app/blocks/outfit-row-block.tsx'
import { asReplacement, isReplaced, loadReplacement, ReplacedPage } from '#app/blocks/replaced-page.tsx'
import { StatementBlock } from '#app/blocks/statement-block.tsx'
import { FeaturedSection } from '#app/catalogue/rows/featured-section.tsx'
import { loadRows, restoreRows, rowsBySlug } from '#app/catalogue/rows/featured-rows.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Deferred } from '#app/ui/deferred.tsx'
import { LazyThanksPanel } from '#app/orders/lazy-thanks-panel.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { organizationData } from '#app/shell/shop-structured-data.ts'
import { StructuredData } from '#app/shell/structured-data.tsx'
import { FEATURED_ROWS } from '#contract/catalogue/lists/featured-rows.ts'
import { DEFAULT_HOME } from '#contract/pages-of-blocks/default-pages.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const [shown, seller] = await Promise.all([api.getBlockPage('home'), api.getSeller()])
  const page = await asReplacement(shown)
  if (page) return { page, rows: [], filled: [], seller }
  return { page, rows: await loadRows(api, 'home'), filled: shown.blocks, seller }
}
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  // Structured data is made by the server only.
  const seller = undefined
  if (isReplaced('home')) {
    return loadReplacement(browserApi, 'home').then((page) => ({ page, rows: [], filled: [], seller }))
  }
  const filled = restore(request, 'filled', () => browserApi.getBlockPage('home').then(({ blocks }) => blocks))
  return { page: undefined, rows: restoreRows(browserApi, request, 'home'), filled, seller }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title, description } = loaderData?.page ?? DEFAULT_HOME
  return pageMeta(matches, { title, description, path: '/' })
}

type Loaded = Awaited<Route.ComponentProps['loaderData']>

/** The specified page. Each of its rows loads by itself after a navigation. */
function SpecifiedHome({ rows, filled }: Pick<Loaded, 'rows' | 'filled'>) {
  useRestorable({ ...rowsBySlug(rows), filled })
  const renderers: BlockRenderers = {
    hero: ({ fields }) => <HeroBlock fields={fields} />,
    divider: () => <DividerBlock />,
    statement: ({ id, fields }) => <StatementBlock id={id} fields={fields} />,
    productRow: ({ fields: { category, isNight } }) => {
      const index = FEATURED_ROWS.findIndex(({ slug }) => slug === category)
      const row = FEATURED_ROWS[index]
      return row && <FeaturedSection row={row} products={rows[index] ?? []} isNight={isNight} />
    },
    outfitRow: () => (
      <Deferred value={filled} waiting={null} failed={null}>
        {(blocks) =>
          blocks.map((block) => {
            return (
              block.kind === 'outfitRow' && <OutfitRowBlock key={block.id} {...block} outfits={block.outfits ?? []} />
            )
          })
        }
      </Deferred>
    ),
  }
  return <BlockList blocks={DEFAULT_HOME.blocks} renderers={renderers} />
}

export default function Home({ loaderData: { page, rows, filled, seller } }: Route.ComponentProps) {
  const { shopName, publicUrl, logo } = useShop()
  return (
    <>
      <StructuredData
        data={
          import.meta.env.SSR && seller ? organizationData({ shopName, publicUrl, logo: logo?.src, seller }) : undefined
        }
      />
      <LazyThanksPanel />
      {page ? <ReplacedPage page={page} /> : <SpecifiedHome rows={rows} filled={filled} />}
    </>
  )
}
