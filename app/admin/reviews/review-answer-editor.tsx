import { useId, useState } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/wordings/error-message.ts'
import { MAX_REVIEW_CHARACTERS } from '#contract/reviews/review-limits.ts'
import type { AdminReview } from '#contract/reviews/reviews.ts'

interface EditorProps {
  review: AdminReview
  onSave(review: AdminReview): void
  onClose(): void
}

/** Writes, changes or removes the public answer to a review. A text that was not saved stays in the field. */
export function ReviewAnswerEditor({ review: { _id, name, answered }, onSave, onClose }: EditorProps) {
  const [text, setText] = useState(answered?.text ?? '')
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useTask()

  const save = (call: Promise<AdminReview>) =>
    void run(async () => {
      setFailure(undefined)
      try {
        onSave(await call)
        onClose()
      } catch (error) {
        setFailure(messageOf(error, 'Failed to save the answer'))
      }
    })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape gives the edit up
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save(browserApi.answerReview(_id, text))
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextAreaField
        label={`Answer to ${name}`}
        hint="Everybody reads it below the review."
        rows={4}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the press of a button
        autoFocus
        maxLength={MAX_REVIEW_CHARACTERS}
        value={text}
        error={failure}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isSmall isPending={isBusy}>
          Save
        </Button>
        <Button variant="outline" isSmall onClick={onClose}>
          Cancel
        </Button>
        {answered && (
          <Button
            variant="danger"
            isSmall
            disabled={isBusy}
            className="ms-auto"
            onClick={() => save(browserApi.removeReviewAnswer(_id))}
          >
            Remove answer
          </Button>
        )}
      </div>
    </form>
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
