import { Link } from '#app/ui/link.tsx'
import { Stars } from '#app/ui/stars.tsx'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'
import type { Quotation } from '#contract/pages-of-blocks/pages.ts'

/** The heading of a block; nothing where it has none. */
export function BlockHeading({ id, children }: { id: string; children: string }) {
  if (children === '') return null
  return (
    <h2 id={id} className="heading heading-2 mb-6">
      {children}
    </h2>
  )
}

export const labelledBy = (id: string, heading: string) => (heading === '' ? undefined : id)

interface BlockProps<Kind extends 'text' | 'questions' | 'quotations' | 'contactLine'> {
  id: string
  fields: BlockFields<Kind>
}

/** Headings, paragraphs, lists and links. */
export function TextBlock({ id, fields: { heading, text } }: BlockProps<'text'>) {
  return (
    <section className="container py-10" aria-labelledby={labelledBy(id, heading)}>
      <div className="max-w-2xl">
        <BlockHeading id={id}>{heading}</BlockHeading>
        <div className="written" dangerouslySetInnerHTML={{ __html: text }} />
      </div>
    </section>
  )
}

/** Questions that open to their answers, with scripts or without. */
export function QuestionsBlock({ id, fields: { heading, items } }: BlockProps<'questions'>) {
  return (
    <section className="container py-10" aria-labelledby={labelledBy(id, heading)}>
      <div className="max-w-2xl">
        <BlockHeading id={id}>{heading}</BlockHeading>
        {items.map(({ question, answer }, index) => (
          // By its place: a question may stand there twice.
          <details key={index} className="border-t border-line py-3">
            <summary className="min-h-11 py-2 font-semibold">{question}</summary>
            <div className="written pb-3" dangerouslySetInnerHTML={{ __html: answer }} />
          </details>
        ))}
      </div>
    </section>
  )
}

/** What customers wrote, each with the product that it is about. */
export function QuotationsBlock({
  id,
  fields: { heading },
  quotations,
}: BlockProps<'quotations'> & { quotations: readonly Quotation[] }) {
  return (
    <section className="container py-10" aria-labelledby={labelledBy(id, heading)}>
      <BlockHeading id={id}>{heading}</BlockHeading>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {quotations.map(({ text, name, rating, productId, product }) => (
          <li key={`${productId} ${name} ${text}`} className="card p-6">
            <figure>
              <p>
                <Stars rating={rating} />
                <span className="visually-hidden">{`${rating} of 5 stars`}</span>
              </p>
              <blockquote className="mt-3 line-clamp-6 wrap-anywhere">{text}</blockquote>
              <figcaption className="mt-3 text-sm text-muted">
                <span>{`${name} about `}</span>
                <Link className="link" to={`/product/${productId}`}>
                  {product}
                </Link>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A sentence with the ways to reach the shop. */
export function ContactLineBlock({
  fields: { text },
  care,
}: BlockProps<'contactLine'> & { care: { phone: string; email: string } }) {
  const { phone, email } = care
  return (
    <section className="container py-10">
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-lg">
        <span>{text}</span>
        {phone && (
          <a className="link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        )}
        {email && (
          <a className="link wrap-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        )}
        <Link className="link" to="/contact">
          Contact form
        </Link>
      </p>
    </section>
  )
}
