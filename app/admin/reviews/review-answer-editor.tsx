import { useId } from 'react'

import { CallForm } from '#app/admin/list/call-form.tsx'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { MAX_REVIEW_CHARACTERS } from '#contract/catalogue/reviews/review-limits.ts'
import type { AdminReview } from '#contract/catalogue/reviews/reviews.ts'

interface EditorProps {
  review: AdminReview
  onSaved(): void
  onClose(): void
}

/** Writes, changes or removes the public answer to a review. A text that was not saved stays in the field. */
export function ReviewAnswerEditor({ review: { _id, name, answered }, onSaved, onClose }: EditorProps) {
  return (
    <CallForm
      id={_id}
      className="mt-3 grid gap-3"
      onDone={onSaved}
      waitsForList
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {({ failure, isBusy }) => (
        <>
          <TextAreaField
            label={`Answer to ${name}`}
            hint="Everybody reads it below the review."
            rows={4}
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the press of a button
            autoFocus
            maxLength={MAX_REVIEW_CHARACTERS}
            name="text"
            defaultValue={answered?.text}
            error={failure?.message}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="act" value="answer" isSmall isPending={isBusy}>
              Save
            </Button>
            <Button variant="outline" isSmall onClick={onClose}>
              Cancel
            </Button>
            {answered && (
              <Button
                type="submit"
                name="act"
                value="removeAnswer"
                formNoValidate
                variant="danger"
                isSmall
                disabled={isBusy}
                className="ms-auto"
              >
                Remove answer
              </Button>
            )}
          </div>
        </>
      )}
    </CallForm>
  )
}

/** The public answer as it stands below a review. */
export function ReviewAnswer({ answered }: { answered: NonNullable<AdminReview['answered']> }) {
  const { shopName } = useShop()
  const titleId = useId()
  const { text, at, by, isOutdated } = answered
  return (
    <div role="group" aria-labelledby={titleId} className="mt-3 border-s-4 border-marigold ps-3 text-sm">
      <p id={titleId} className="font-semibold">
        {`Answer from ${shopName}`}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <p className="text-muted">{`${by ?? 'Somebody who is gone'} · ${formatDateTime(at)}`}</p>
      {isOutdated && (
        <p className="font-semibold text-status-placed">
          Not shown: the review was written again since. Save the answer again to show it.
        </p>
      )}
    </div>
  )
}
