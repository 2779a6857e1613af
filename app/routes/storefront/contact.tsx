import { useState } from 'react'
import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/contact'

import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FocusOnChange } from '#app/ui/focus-on-change.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import { toastError } from '#app/ui/toast.tsx'
import type { Api } from '#contract/api/api.ts'
import type { ContactForm } from '#contract/contacts/contacts.ts'
import { phoneDigits, phoneSoFar } from '#contract/schemas/phone-number.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

async function submit(api: Api, request: Request): Promise<FormResult & { ticket?: string }> {
  const values = textsOf(await request.formData())
  const form = { ...values, contactNumber: phoneDigits(values.contactNumber ?? '') }
  try {
    const { ticket } = await api.submitContact(form as unknown as ContactForm)
    return { success: WORDINGS.contact.sent, ticket }
  } catch (error) {
    return failureOf(error, values, WORDINGS.contact.failed)
  }
}

export const action = ({ context, request }: Route.ActionArgs) => submit(serverApi(context), request)
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(browserApi, request)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description: 'Write to us: we answer within 12-23 hours by email or WhatsApp.',
    path: '/contact',
  })

/** Accepts ten digits at most, however they are typed or pasted. An eleventh is refused with a toast. */
function ContactNumber({ initial, error }: { initial: string; error: string | undefined }) {
  const [digits, setDigits] = useState(initial)
  function type(text: string) {
    const typed = phoneSoFar(text)
    if (typed === undefined) toastError(WORDINGS.contact.numberTooLong)
    else setDigits(typed)
  }
  return (
    <TextField
      label="Contact number"
      name="contactNumber"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      prefix="+91"
      placeholder="00000-00000"
      required
      value={digits}
      onChange={(event) => type(event.target.value)}
      error={error}
    />
  )
}

/** The fields around the number. */
const SENDER: readonly FormField[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', required: true },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true },
]
const MESSAGE: readonly FormField[] = [
  { name: 'subject', label: 'Subject', required: true, className: 'sm:col-span-2' },
  { name: 'message', label: 'Message', rows: 6, required: true, className: 'sm:col-span-2' },
]

function ContactFields({ result: { values, failure } = {} }: { result: FormResult | undefined }) {
  const errors = failure?.fields
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormFields fields={SENDER} values={values} errors={errors} />
      <ContactNumber initial={values?.contactNumber ?? ''} error={errors?.contactNumber} />
      <FormFields fields={MESSAGE} values={values} errors={errors} />
    </div>
  )
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const isSending = useNavigation().formMethod === 'POST'
  const [sent, setSent] = useState(0)
  useFormOutcome(actionData, {
    onSuccess: () => setSent((count) => count + 1),
    failureToast: WORDINGS.contact.unexpected,
  })

  return (
    <div className="container grid gap-12 py-10 lg:grid-cols-[1fr_1.3fr]">
      <div>
        <h1 className="heading heading-1">Contact</h1>
        <p className="lead mt-5">A question about a size, an order, a piece you would like us to cut? Write to us.</p>
        <p className="mt-5 text-muted">We answer within 12-23 hours by email or WhatsApp.</p>
      </div>
      <div className="grid content-start gap-5">
        <FocusOnChange of={actionData?.ticket ?? ''}>
          {actionData?.success && (
            <>
              <p className="text-status-delivered font-semibold">{actionData.success}</p>
              <p className="mt-1">
                Your message has the number <strong className="whitespace-nowrap">{actionData.ticket}</strong>. Please
                name it when you write about it again.
              </p>
            </>
          )}
        </FocusOnChange>
        <Form method="post" className="grid gap-5" key={sent}>
          <ErrorSummary failure={actionData?.failure} />
          <ContactFields result={actionData} />
          <Button type="submit" isPending={isSending} pendingText="Sending..." className="justify-self-start">
            Send message
          </Button>
        </Form>
      </div>
    </div>
  )
}
