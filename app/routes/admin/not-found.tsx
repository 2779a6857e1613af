import { data } from 'react-router'

import type { Route } from './+types/not-found'

import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Page not found', isIndexed: false })

export default function AdminNotFound() {
  return (
    <AdminPage title="Page not found" lead="No screen of the admin area has this address.">
      <ButtonLink to="/admin/dashboard" variant="outline" className="mt-6">
        Today
      </ButtonLink>
    </AdminPage>
  )
}
