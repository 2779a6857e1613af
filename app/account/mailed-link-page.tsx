import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import { failureOf, type FormResult } from '#app/api/form-result.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import { isShopError } from '#contract/api/errors.ts'

export interface LinkOutcome extends FormResult {
  /** Set where the link is unknown, used or too old: the sentence to show. */
  ended?: string
}

/** The outcome of the call behind a link of a mail. `values` were typed on its page, and stay there after a failure. */
export async function outcomeOf(
  call: Promise<MessageAnswer>,
  fallback: string,
  values: Record<string, string> = {},
): Promise<LinkOutcome> {
  try {
    return { success: (await call).message }
  } catch (error) {
    if (isShopError(error) && error.code === 'not_found') return { ended: error.message }
    return failureOf(error, values, fallback)
  }
}

interface LinkPageProps {
  title: string
  /** What the button does for the person who opened the link. */
  lead: string
  button: string
  outcome: LinkOutcome | undefined
  /** Further fields of the form. */
  children?: ReactNode
}

/** The page behind a link of a mail. Mail programs open links by themselves, so only the button changes something. */
export function MailedLinkPage({ title, lead, button, outcome, children }: LinkPageProps) {
  const isSending = useNavigation().formMethod === 'POST'
  const answer = outcome?.success ?? outcome?.ended
  return (
    <div className="container max-w-xl py-12">
      <h1 className="heading heading-1">{outcome?.ended ? 'This link has ended' : title}</h1>
      {answer ? (
        <>
          <p role="status" className="lead mt-5 wrap-anywhere">
            {answer}
          </p>
          <ButtonLink to="/signin" className="mt-8">
            Login
          </ButtonLink>
        </>
      ) : (
        <Form method="post" className="mt-5 grid gap-5">
          <p className="lead">{lead}</p>
          <ErrorSummary failure={outcome?.failure} />
          {children}
          <Button type="submit" isPending={isSending} className="justify-self-start">
            {button}
          </Button>
        </Form>
      )}
    </div>
  )
}
