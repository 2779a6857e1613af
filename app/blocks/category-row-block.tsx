import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Scroller } from '#app/ui/scroller.tsx'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'
import type { ShownBlock } from '#contract/pages-of-blocks/pages.ts'
import { counted } from '#contract/words/counted.ts'

const WIDTHS = '(min-width: 640px) 288px, 44vw'

interface CategoryRowProps {
  id: string
  fields: BlockFields<'categoryRow'>
  categories: NonNullable<ShownBlock['categories']>
}

/** The categories of the shop as a row of pictures, each with how many products it has. */
export function CategoryRowBlock({ id, fields: { title }, categories }: CategoryRowProps) {
  return (
    <section className="container py-10">
      <Scroller
        label={title || 'Categories'}
        itemWidth="clamp(10rem, 44vw, 18rem)"
        head={
          title && (
            <h2 id={id} className="heading heading-2">
              {title}
            </h2>
          )
        }
      >
        {categories.map(({ slug, name, products, image }) => (
          <li key={slug}>
            <Link to={`/categories/${encodeURIComponent(slug)}`} className="group block">
              <Picture src={image} alt="" sizes={WIDTHS} width={800} height={1000} />
              <span className="mt-3 block font-semibold wrap-anywhere group-hover:underline">{name}</span>
              <span className="block text-sm text-muted">{counted(products, 'product')}</span>
            </Link>
          </li>
        ))}
      </Scroller>
    </section>
  )
}
