import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Scroller } from '#app/ui/scroller.tsx'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'
import type { ShownBlock } from '#contract/pages-of-blocks/pages.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

const WIDTHS = '(min-width: 640px) 352px, 62vw'

interface OutfitRowProps {
  id: string
  fields: BlockFields<'outfitRow'>
  outfits: NonNullable<ShownBlock['outfits']>
}

/** Outfits of another page as a row of pictures. Each leads to its place there. */
export function OutfitRowBlock({ id, fields: { title, page }, outfits }: OutfitRowProps) {
  return (
    <section className="container py-10">
      <Scroller
        label={title}
        itemWidth="clamp(12rem, 62vw, 22rem)"
        head={
          <h2 id={id} className="heading heading-2">
            {title}
          </h2>
        }
      >
        {outfits.map(({ id: place, heading, picture, pictureWords }) => (
          <li key={place}>
            <Link to={`/pages/${page}#${place}`} className="group block">
              <Picture src={shopPicture(picture)?.src ?? ''} alt={heading ? '' : pictureWords} sizes={WIDTHS} />
              <span className="mt-3 block text-sm font-semibold group-hover:underline">{heading}</span>
            </Link>
          </li>
        ))}
      </Scroller>
    </section>
  )
}
