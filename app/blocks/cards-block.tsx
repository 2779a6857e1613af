import { Leaf, PencilRuler, Ruler, Sparkles } from 'lucide-react'

import { withWidth } from '#app/ui/picture.tsx'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

type Card = BlockFields<'cards'>['items'][number]

const SIGNS = { none: undefined, pencil: PencilRuler, ruler: Ruler, leaf: Leaf, sparkles: Sparkles } as const

function SignCard({ card: { sign, title, line, text } }: { card: Card }) {
  const Sign = SIGNS[sign]
  return (
    <li className="card rise p-6">
      {Sign && <Sign size={28} aria-hidden="true" />}
      <h3 className="heading heading-3 mt-5">{title}</h3>
      {line && <p className="text-sm text-muted">{line}</p>}
      <p className="mt-2 text-muted">{text}</p>
    </li>
  )
}

/** The picture, or the initials of the title as a stamp. */
function RoundPicture({ card: { picture, title } }: { card: Card }) {
  const own = shopPicture(picture)
  if (own) {
    const source = withWidth(own.src, 320)
    return <img src={source} alt="" width={112} height={112} className="rounded-full bg-backdrop" loading="lazy" />
  }
  return (
    <span
      className="heading grid size-20 flex-none place-items-center rounded-card border border-dashed border-edge text-2xl"
      aria-hidden="true"
    >
      {title.replaceAll(/[^A-Z]/g, '')}
    </span>
  )
}

function PictureCard({ card }: { card: Card }) {
  const { title, line, text } = card
  return (
    <li className="card rise flex items-center gap-6 p-6">
      <RoundPicture card={card} />
      <div>
        <h3 className="heading heading-3">{title}</h3>
        {line && <p className="text-sm text-muted">{line}</p>}
        <p className="mt-3">{text}</p>
      </div>
    </li>
  )
}

const LOOKS = {
  signs: { section: 'container py-14', list: 'mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-4', Item: SignCard },
  'round pictures': { section: 'container py-10', list: 'mt-8 grid gap-5 md:grid-cols-2', Item: PictureCard },
} as const

/** Short texts beside each other. */
export function CardsBlock({ id, fields: { heading, look, items } }: { id: string; fields: BlockFields<'cards'> }) {
  const { section, list, Item } = LOOKS[look]
  return (
    <section className={section} aria-labelledby={heading ? id : undefined}>
      {heading && (
        <h2 id={id} className="heading heading-2">
          {heading}
        </h2>
      )}
      <ul className={list}>
        {items.map((card, index) => (
          // By its place: two cards may have one title.
          <Item key={index} card={card} />
        ))}
      </ul>
    </section>
  )
}
