import type { Route } from './+types/erasure-asked'

import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your account will be erased', isIndexed: false })

/** Shown after a customer has asked for the account to be erased, which signs the customer out. */
export default function ErasureAsked() {
  return (
    <div className="container max-w-xl py-12">
      <h1 className="heading heading-1">Your account will be erased</h1>
      <p className="lead mt-5">
        That happens in seven days. If you change your mind, log in before then, or use the link in the mail that we are
        sending you.
      </p>
      <ButtonLink to="/" className="mt-8">
        To the shop
      </ButtonLink>
    </div>
  )
}
