import { CallForm } from '#app/admin/list/call-form.tsx'
import { ShownSecret } from '#app/admin/webhooks/shown-secret.tsx'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Webhook } from '#contract/programs/webhooks.ts'

/** A test event, and another secret, which is shown once. */
export function WebhookActions({ webhook: { _id, oldSecretUntil, paused } }: { webhook: Webhook }) {
  return (
    <section className="card my-6 grid gap-4 p-6" aria-labelledby="webhook-actions">
      <h2 id="webhook-actions" className="heading heading-3">
        Secret and test
      </h2>
      <p className="text-muted">
        {oldSecretUntil === undefined
          ? 'A new secret signs at once, and the present one for a day more.'
          : `The secret before the present one signs too, until ${formatDateTime(oldSecretUntil)}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <CallForm act="test" id={_id}>
          {({ isBusy }) => (
            <Button type="submit" variant="outline" isPending={isBusy} disabled={paused !== undefined}>
              Send test event
            </Button>
          )}
        </CallForm>
        <CallForm act="renew" id={_id} className="contents">
          {({ isBusy, answer }) => (
            <>
              <Button type="submit" variant="outline" isPending={isBusy}>
                New secret
              </Button>
              <ShownSecret answer={answer} />
            </>
          )}
        </CallForm>
      </div>
    </section>
  )
}
