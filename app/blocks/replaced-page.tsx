import { lazy, Suspense } from 'react'

import type { Api } from '#contract/api/api.ts'
import type { SpecifiedPage } from '#contract/pages-of-blocks/page-limits.ts'
import type { ShownPage } from '#contract/pages-of-blocks/pages.ts'

const loadCode = () => import('#app/blocks/own-page.tsx')

const OwnPage = lazy(() => loadCode().then((part) => ({ default: part.OwnPage })))

/** The owner's page in place of a specified one. Its code loads only where there is such a page. */
export function ReplacedPage({ page }: { page: ShownPage }) {
  return (
    <Suspense>
      <OwnPage page={page} />
    </Suspense>
  )
}

/** The owner's page in place of a specified one, for a server-rendered page; undefined while there is none. */
export async function findReplacement(api: Api, name: SpecifiedPage): Promise<ShownPage | undefined> {
  const page = await api.getBlockPage(name)
  return page.isSpecified ? undefined : page
}

/** The same in the browser, which asks only for what the page that it came with says is there. */
export async function loadReplacement(api: Api, name: SpecifiedPage): Promise<ShownPage | undefined> {
  const [page] = await Promise.all([findReplacement(api, name), loadCode()])
  return page
}

/** Whether the owner has replaced a specified page, as the document says. */
export const isReplaced = (name: SpecifiedPage): boolean =>
  (document.documentElement.dataset.ownPages ?? '').split(' ').includes(name)
