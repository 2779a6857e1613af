import { useState } from 'react'

import { ReviewAnswer, ReviewAnswerEditor } from '#app/admin/reviews/review-answer-editor.tsx'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import type { AdminReview } from '#contract/catalogue/reviews/reviews.ts'

/** This many characters fit into the two lines of a row. */
const SHORT_CHARACTERS = 50

interface ReviewCellProps {
  review: AdminReview
  /** True while its answer is being written. */
  isEdited: boolean
  onClose(): void
}

/** The text of a review and the shop's answer. A row shows the start; after an answer was saved it shows all. */
export function ReviewCell({ review, isEdited, onClose }: ReviewCellProps) {
  const { text, answered } = review
  const [isOpen, setOpen] = useState(false)
  const whole = <p className="whitespace-pre-line wrap-anywhere">{text || '–'}</p>
  function showSaved() {
    setOpen(true)
    onClose()
  }

  if (isEdited) {
    return (
      <>
        {whole}
        <ReviewAnswerEditor review={review} onSaved={showSaved} onClose={onClose} />
      </>
    )
  }
  if (!answered && text.length <= SHORT_CHARACTERS && !text.includes('\n')) return whole
  return (
    <ExpandableText start={text || '–'} closeLabel="Close the review" isOpen={isOpen}>
      {whole}
      {answered && <ReviewAnswer answered={answered} />}
    </ExpandableText>
  )
}
