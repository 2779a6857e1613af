import { data } from 'react-router'

import type { Route } from './+types/not-found'

import { pageMeta } from '#app/shell/page-meta.ts'
import { SearchForm } from '#app/shell/search-form.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Page not found', isIndexed: false })

export default function NotFound() {
  return (
    <div className="container py-20 text-center">
      <p className="display text-muted max-md:mt-8" aria-hidden="true">
        404
      </p>
      <h1 className="heading heading-1 mt-6">Page not found</h1>
      <p className="mt-3 text-muted">Nothing was ever cut to this pattern.</p>
      <div className="mx-auto mt-8 flex max-w-sm text-start">
        <SearchForm label="Search for something else" />
      </div>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/getproducts">Our Products</ButtonLink>
        <ButtonLink to="/" variant="outline">
          Home
        </ButtonLink>
      </div>
    </div>
  )
}
