import { useShop } from '#app/api/use-shop.ts'
import { FIT_WORDS } from '#app/catalogue/sizes/fit-summary.ts'
import { formatDate } from '#app/ui/format-date.ts'
import { Stars } from '#app/ui/stars.tsx'
import type { ReviewsAnswer } from '#contract/catalogue/reviews/reviews.ts'

/** Reviews by customers who received the product; nothing if there are none. */
export function Reviews({ reviews: { count, reviews } }: { reviews: ReviewsAnswer }) {
  const { shopName } = useShop()
  if (count === 0) return null
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-16">
      <h2 id="reviews-title" className="heading heading-2">
        Reviews
      </h2>
      <p className="mt-1 text-sm text-muted">From customers to whom it was delivered.</p>
      <ul className="mt-6 grid gap-4 md:grid-cols-2">
        {reviews.map(({ _id, name, rating, text, fit, createdAt, answer }) => (
          <li key={_id} className="card p-5">
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <Stars rating={rating} />
              <span className="visually-hidden">{`${rating} of 5 stars`}</span>
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-muted">{`${formatDate(createdAt)}${fit ? ` · ${FIT_WORDS[fit]}` : ''}`}</span>
            </p>
            {text && <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>}
            {answer && (
              <p className="mt-3 whitespace-pre-line wrap-anywhere">
                <b>{`Answer from ${shopName}`}</b>
                <span>{`\n${answer}`}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {count > reviews.length && <p className="mt-4 text-sm text-muted">{`The newest ${reviews.length} are shown.`}</p>}
    </section>
  )
}
