import { Link } from 'react-router'

import type { Route } from './+types/policy'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { Api } from '#contract/api/api.ts'
import type { TextPageName } from '#contract/settings/policies.ts'

const LINKS = [
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms and conditions'],
  ['/returns', 'Returns and refunds'],
  ['/shipping', 'Shipping and payment'],
  ['/seller', 'Seller'],
  ['/contact', 'Contact'],
] as const

async function load(api: Api, { pathname }: URL) {
  const name = pathname.replaceAll('/', '').toLowerCase() as TextPageName
  return { name, ...(await api.getTextPage(name)) }
}

export const loader = ({ context, url }: Route.LoaderArgs) => load(serverApi(context), url)
export const clientLoader = ({ url }: Route.ClientLoaderArgs) => load(browserApi, url)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData ? pageMeta(matches, { title: loaderData.title, path: `/${loaderData.name}` }) : []

/** Privacy, terms, returns, shipping and the seller: one text each, which the owner writes. */
export default function Policy({ loaderData: { title, html, changedOn } }: Route.ComponentProps) {
  return (
    <div className="container grid gap-10 pb-16 pt-6 lg:grid-cols-[minmax(0,1fr)_14rem]">
      <article className="min-w-0 max-w-2xl">
        <h1 className="heading heading-1">{title}</h1>
        {changedOn && <p className="mt-3 text-sm text-muted">{`Last changed ${changedOn}`}</p>}
        <div className="written mt-8" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <nav aria-label="Policies">
        <ul className="grid gap-1 text-sm lg:sticky lg:top-28">
          {LINKS.map(([to, label]) => (
            <li key={to}>
              <Link className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline" to={to}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
