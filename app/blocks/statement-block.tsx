import { BlockButton } from '#app/blocks/block-button.tsx'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'

interface StatementProps {
  id: string
  fields: BlockFields<'statement'>
}

const paragraphsOf = (text: string) => text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')

function Paragraphs({ text, className }: { text: string; className: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // By its place: two may say the same.
    <p key={index} className={className}>
      {paragraph}
    </p>
  ))
}

function StatementButton({ fields: { button, buttonLink } }: Pick<StatementProps, 'fields'>) {
  if (!button || !buttonLink) return null
  return (
    <div className="mt-8">
      <BlockButton label={button} link={buttonLink} />
    </div>
  )
}

function PageTitle({ fields }: Pick<StatementProps, 'fields'>) {
  return (
    <section className="container py-10">
      <h1 className="display">{fields.heading}</h1>
      <div className="mt-10 grid gap-6 lg:grid-cols-2">
        <Paragraphs text={fields.text} className="lead" />
      </div>
      <StatementButton fields={fields} />
    </section>
  )
}

function SideBySide({ id, fields: { heading, text, button, buttonLink } }: StatementProps) {
  return (
    <section className="container grid gap-6 py-14 md:grid-cols-2" aria-labelledby={id}>
      <h2 id={id} className="heading heading-2">
        {heading}
      </h2>
      <Paragraphs text={text} className="text-lg text-muted" />
      <BlockButton label={button} link={buttonLink} />
    </section>
  )
}

/** A sentence without a text below it is no heading of anything. */
function Centred({ id, fields }: StatementProps) {
  const { heading, text } = fields
  const HeadingTag = text ? 'h2' : 'p'
  return (
    <section className="container py-16 text-center" aria-labelledby={text ? id : undefined}>
      <HeadingTag id={text ? id : undefined} className="heading heading-1 mx-auto max-w-3xl">
        {heading}
      </HeadingTag>
      <Paragraphs text={text} className="mx-auto mt-5 max-w-2xl text-lg text-muted" />
      <StatementButton fields={fields} />
    </section>
  )
}

const LOOKS = { centred: Centred, 'side by side': SideBySide, 'title of the page': PageTitle }

/** A large sentence with a short text. */
export function StatementBlock(props: StatementProps) {
  const Look = LOOKS[props.fields.look]
  return <Look {...props} />
}
