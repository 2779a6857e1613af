import { use } from 'react'

import type * as OwnPageModule from '#app/blocks/own-page.tsx'
import type { Api } from '#contract/api/api.ts'
import type { SpecifiedPage } from '#contract/pages-of-blocks/page-limits.ts'
import type { ShownPage } from '#contract/pages-of-blocks/pages.ts'

type Code = typeof OwnPageModule

let code: Code | undefined
let comingCode: Promise<Code> | undefined

const loadCode = () => import('#app/blocks/own-page.tsx').then((loaded) => (code = loaded))

/** What the server sent stays where the code does not come; its links and forms work without. */
const comeOrNever = () => loadCode().catch(() => new Promise<never>(() => {}))

/**
 * The owner's page in place of a specified one. Its code loads only where there is such a page. No Suspense boundary
 * is around it: React would empty one whose code is on the way as soon as anything on the page changes. Without one it
 * waits for the code before it hydrates the page.
 */
export function ReplacedPage({ page }: { page: ShownPage }) {
  const { OwnPage } = code ?? use((comingCode ??= comeOrNever()))
  return <OwnPage page={page} />
}

/** The page if it is the owner's own, for a server-rendered page; undefined if it is the specified one. */
export async function asReplacement(page: ShownPage): Promise<ShownPage | undefined> {
  if (page.isSpecified) return undefined
  await loadCode()
  return page
}

/** The same in the browser, which asks only for what the page that it came with says is there. */
export async function loadReplacement(api: Api, name: SpecifiedPage): Promise<ShownPage | undefined> {
  const [page] = await Promise.all([api.getBlockPage(name), loadCode()])
  return page.isSpecified ? undefined : page
}

/** Whether the owner has replaced a specified page, as the document says. */
export const isReplaced = (name: SpecifiedPage): boolean =>
  (document.documentElement.dataset.ownPages ?? '').split(' ').includes(name)
