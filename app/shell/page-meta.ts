import type { MetaDescriptor } from 'react-router'

import type { ShopFacts } from '#app/api/request-context.ts'

interface PageFacts {
  title: string
  description?: string
  /** The canonical path, without sort and price; undefined for pages that are not indexed. */
  path?: string
  image?: string
  isIndexed?: boolean
}

type Matches = readonly ({ id: string; loaderData?: unknown; data?: unknown } | undefined)[]

function shopOf(matches: Matches): Pick<ShopFacts, 'shopName' | 'publicUrl'> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { shop?: ShopFacts } | undefined
  return root?.shop ?? { shopName: 'Selvedge', publicUrl: '' }
}

/** Title, description, canonical address and sharing picture of a page. */
export function pageMeta(
  matches: Matches,
  { title, description, path, image = '/share.png', isIndexed = true }: PageFacts,
): MetaDescriptor[] {
  const { shopName, publicUrl } = shopOf(matches)
  const fullTitle = `${title} · ${shopName}`
  return [
    { title: fullTitle },
    { property: 'og:title', content: fullTitle },
    { property: 'og:site_name', content: shopName },
    { property: 'og:type', content: 'website' },
    { property: 'og:image', content: `${publicUrl}${image}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(path === undefined
      ? []
      : [
          { tagName: 'link', rel: 'canonical', href: `${publicUrl}${path}` } as const,
          { property: 'og:url', content: `${publicUrl}${path}` },
        ]),
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
