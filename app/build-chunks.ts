interface ModuleFacts {
  importers: readonly string[]
}

interface Graph {
  getModuleInfo(id: string): ModuleFacts | null
}

/** The parts of the app that may need a module. */
type Area = 'frame' | 'shell' | 'storefront' | 'admin' | 'other'

function areaOf(id: string): Area | undefined {
  if (/\/app\/(?:root|entry\.client)\.tsx/.test(id)) return 'frame'
  if (/\/app\/routes\/storefront\/layout\.tsx/.test(id)) return 'shell'
  if (/\/app\/routes\/storefront\//.test(id)) return 'storefront'
  if (/\/app\/routes\/admin\//.test(id)) return 'admin'
  return /\/app\/routes\//.test(id) ? 'other' : undefined
}

function areasOf(id: string, graph: Graph, seen = new Set<string>()): Set<Area> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const own = areaOf(id)
  const above = graph.getModuleInfo(id)?.importers ?? []
  return new Set([...(own ? [own] : []), ...above.flatMap((importer) => [...areasOf(importer, graph, seen)])])
}

const isLibrary = (id: string) => /node_modules\/(?:react|react-dom|react-router|scheduler)\//.test(id)

/** The kinds of blocks that the specified home page has, and what puts them together. */
const isFirstBlock = (id: string) =>
  /\/app\/blocks\/(?:block-list|block-button|hero-block|statement-block|divider-block|outfit-row-block|replaced-page)\.tsx$/.test(
    id,
  )
/** All others, which only a page of the owner's needs; the page about the house has the cards too. */
const isOtherBlock = (id: string) => /\/app\/blocks\/(?!cards-block)/.test(id) && !isFirstBlock(id)
const isBlock = (id: string) => id.includes('/app/blocks/')

/** Every module imports icons from one index, so all icons look needed wherever one is. */
const isIcon = (id: string) => id.includes('/lucide-react/')

/**
 * Groups the shared modules that one of these areas needs. The module of a screen and the styles get chunks of their
 * own. In a group they would delay every page that needs the group: the shop would wait for the styles of the admin
 * area.
 */
const neededBy =
  (...wanted: Area[]) =>
  (id: string, graph: Graph): string | null => {
    if (areaOf(id) || id.endsWith('.css') || isIcon(id) || isBlock(id)) return null
    const areas = areasOf(id, graph)
    return wanted.some((area) => areas.has(area)) ? wanted.join('-') : null
  }

/** What most screens need and is a few lines: alone each would cost a request and compress badly. */
const isSmall = (id: string) =>
  /\/(?:app\/ui\/(?:button|spinner|skeleton|use-derived-state|use-task|visually-hidden|price|empty-state|pagination|badge|punctuated-headline|arrow)|app\/shell\/page-meta|app\/api\/use-deferred|contract\/(?:catalogue\/lists\/(?:list-limits|sort-orders)|settings\/shop-pictures)|lucide-react\/dist\/esm\/icons\/plus)\.(?:tsx?|mjs)$/.test(
    id,
  )

/** What home, lists and products show of a product. */
const isOfProducts = (id: string) =>
  /\/(?:app\/catalogue\/(?:picture-placeholder|product-picture|swatches)|app\/wishlist\/heart-button|app\/cart\/use-add-to-cart|app\/api\/(?:new-idempotency-key|back-button-data)|contract\/catalogue\/(?:shown-prices|stock-label))\.tsx?$/.test(
    id,
  )

/**
 * How the browser's code is split into chunks. Code that many pages need is in few files, because many small ones
 * compress badly and each costs a request. Code for the administrators' screens is in none of them.
 */
export const scriptGroups = [
  { name: 'react', test: isLibrary, priority: 4 },
  { name: neededBy('frame'), priority: 3 },
  { name: neededBy('shell'), priority: 2 },
  // Else it would come with the code of featured products, which the pages of categories do not need.
  { name: 'breadcrumbs', test: /\/breadcrumbs\.tsx$/, priority: 2 },
  // Else it would come with what products' pages share.
  { name: 'focus', test: /\/app\/ui\/(?:focus-on-change|take-focus)\.tsx?$/, priority: 2 },
  { name: 'small', test: isSmall, priority: 2 },
  { name: 'of-products', test: isOfProducts, priority: 2 },
  { name: neededBy('storefront'), priority: 1, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800 },
  // After what products' pages share, which would else come with it.
  { name: 'blocks', test: isFirstBlock, priority: 0 },
  { name: 'cards', test: /cards-block/, priority: 0 },
  { name: 'own-blocks', test: isOtherBlock, priority: 0 },
]

/** By default a shared chunk is named after every screen that needs it, which makes long names in each of them. */
export const scriptName = ({ name }: { name: string }): string =>
  name.includes('~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'
