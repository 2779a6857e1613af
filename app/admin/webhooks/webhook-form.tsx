import { useRef } from 'react'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { NamedBoxes } from '#app/admin/list/named-boxes.tsx'
import { ShownSecret } from '#app/admin/webhooks/shown-secret.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import { MAX_WEBHOOK_URL } from '#contract/programs/webhook-limits.ts'
import { TOPIC_LABELS, WEBHOOK_TOPICS, type WebhookTopic } from '#contract/programs/webhook-topics.ts'
import type { Webhook } from '#contract/programs/webhooks.ts'

const FIELDS: readonly FormField[] = [
  {
    name: 'url',
    label: 'Address',
    hint: 'Of the other program, such as https://example.com/hooks',
    inputMode: 'url',
    autoComplete: 'off',
    maxLength: MAX_WEBHOOK_URL,
    required: true,
  },
]

const named = (topics: readonly WebhookTopic[]) => topics.map((topic) => ({ _id: topic, name: TOPIC_LABELS[topic] }))

/** Adds a webhook and shows its secret, once; or changes one. */
export function WebhookForm({ edited }: { edited?: Webhook | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <CallForm
      ref={form}
      onDone={() => {
        if (!edited) form.current?.reset()
      }}
      act={edited ? 'change' : 'add'}
      {...(edited && { id: edited._id })}
      className="card my-6 p-6"
      aria-label={edited ? 'Change the webhook' : 'Add a webhook'}
      noValidate
    >
      {({ failure, answer, isBusy }) => (
        <fieldset disabled={isBusy} className="grid min-w-0 gap-4">
          <ErrorSummary failure={failure} />
          <FormFields fields={FIELDS} values={edited} errors={failure?.fields} />
          <NamedBoxes
            legend="What it hears of"
            name="topic"
            hint="As little as the program needs. It is told which one has changed, and nobody’s name or address."
            chosen={edited && named(edited.topics)}
            choices={named(WEBHOOK_TOPICS)}
            error={failure?.fields?.topics}
          />
          <Button type="submit" className="justify-self-start" isPending={isBusy}>
            {edited ? 'Save' : 'Add webhook'}
          </Button>
          {!edited && <ShownSecret answer={answer} />}
        </fieldset>
      )}
    </CallForm>
  )
}
