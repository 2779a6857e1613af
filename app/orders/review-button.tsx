import { useState } from 'react'

import { ConfirmationMail } from '#app/account/email-confirmation.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { messageOf } from '#contract/words/error-message.ts'
import { Button } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { answerOrToast, toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isShopError } from '#contract/api/errors.ts'
import { FITS, MAX_REVIEW_CHARACTERS, STARS } from '#contract/catalogue/reviews/review-limits.ts'
import type { OwnReview } from '#contract/catalogue/reviews/reviews.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const CHOICES = STARS.map((stars) => ({
  value: String(stars),
  label: (
    <span>
      <span>{`${stars} `}</span>
      <span aria-hidden="true">★</span>
      <span className="visually-hidden">{stars === 1 ? ' star' : ' stars'}</span>
    </span>
  ),
}))

const FIT_CHOICES = [
  { value: 'small', label: 'Small' },
  { value: 'right', label: 'As expected' },
  { value: 'large', label: 'Large' },
]

/**
 * Opens the review form for a delivered product, filled with the customer's own review if there is one. Changes that
 * were not sent stay in the form, unless the review was written or deleted elsewhere meanwhile.
 */
export function ReviewButton({ product }: { product: { _id: string; name: string } }) {
  const [isOpen, setIsOpen] = useState(false)
  /** The stored review, as it was when the form was last opened. */
  const [own, setOwn] = useState<OwnReview | null>(null)
  const [stars, setStars] = useState<string>()
  const [fit, setFit] = useState<string>()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  const [needsMail, setNeedsMail] = useState(false)
  const { isBusy, run } = useTask()

  function fill(review: OwnReview | null) {
    setStars(review ? String(review.rating) : undefined)
    setFit(review?.fit)
    setText(review?.text ?? '')
  }

  async function open() {
    const answer = await answerOrToast(browserApi.getOwnReview(product._id), WORDINGS.fallback)
    if (!answer) return
    const { review } = answer
    setOwn(review)
    // Written or deleted since, here or elsewhere: what was changed in the form belongs to other words.
    if (review?.createdAt !== own?.createdAt) fill(review)
    setIsOpen(true)
  }

  async function remove() {
    if (!(await showConfirm({ question: `Delete your review of ${product.name}?`, confirmLabel: 'Delete' }))) return
    try {
      const { message } = await browserApi.removeOwnReview(product._id)
      toastSuccess(message)
    } catch (error) {
      toastError(messageOf(error, WORDINGS.fallback))
      // Another tab has deleted it.
      if (!isShopError(error) || error.code !== 'not_found') return
    }
    setOwn(null)
    fill(null)
    setIsOpen(false)
  }

  async function send() {
    if (stars === undefined) return setFailure('Please choose 1 to 5 stars.')
    try {
      const { message } = await browserApi.review(product._id, {
        rating: Number(stars),
        text,
        fit: FITS.find((one) => one === fit),
      })
      setIsOpen(false)
      toastSuccess(message)
    } catch (error) {
      setFailure(messageOf(error, 'Failed to send the review.'))
      setNeedsMail(isShopError(error) && error.code === 'confirmation_needed')
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        isSmall
        // On a line of its own, its text is aligned with the product's name.
        className="-ms-3.25 noscript:hidden"
        aria-label={`Review ${product.name}`}
        isPending={isBusy && !isOpen}
        onClick={() => void run(open)}
      >
        Review
      </Button>
      <Dialog title={`Review ${product.name}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            setFailure(undefined)
            void run(send)
          }}
        >
          <ChoiceTiles legend="Stars" name="rating" choices={CHOICES} value={stars} onChange={setStars} />
          <ChoiceTiles
            legend="How does it fit? (optional)"
            name="fit"
            choices={FIT_CHOICES}
            value={fit}
            onChange={setFit}
          />
          <TextAreaField
            label="What do you think of it?"
            hint="May be left empty. Your first name and initial stand beside it."
            name="text"
            rows={4}
            maxLength={MAX_REVIEW_CHARACTERS}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {failure && (
            <p role="alert" className="field-error">
              {failure}
            </p>
          )}
          {own?.isHidden && (
            <p className="text-sm text-muted">The shop has taken this review off the product’s page.</p>
          )}
          <Button type="submit" isPending={isBusy}>
            Send review
          </Button>
          {own && (
            <Button variant="outline" disabled={isBusy} onClick={() => void run(remove)}>
              Delete my review
            </Button>
          )}
        </form>
        {needsMail && (
          <div className="mt-4">
            <ConfirmationMail />
          </div>
        )}
      </Dialog>
    </>
  )
}
