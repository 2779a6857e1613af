import { withWidth } from '#app/ui/picture.tsx'
import { PunctuatedHeadline } from '#app/ui/punctuated-headline.tsx'
import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'
import { coloursOf, type PaletteName } from '#contract/settings/palettes.ts'
import type { ShopPicture } from '#contract/settings/shop-pictures.ts'

export interface SketchedShop {
  name: string
  line: string
  categories: readonly string[]
  palette: PaletteName
  logo: ShopPicture | undefined
  /** The seller's address, line by line. */
  address: readonly string[]
}

/** How the shop will look, in one of the two themes, before anything is saved. */
function Sketch({ shop, theme }: { shop: SketchedShop; theme: 'light' | 'dark' }) {
  const { name, line, categories, palette, logo, address } = shop
  const shown = categories.length > 0 ? categories.slice(0, 3) : ['Your first category']
  return (
    <div
      className="overflow-hidden rounded-card border border-line bg-paper text-ink"
      data-theme={theme}
      style={coloursOf(palette)}
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        {logo ? (
          <img className="logo" src={withWidth(logo.src, 320)} alt="" width={logo.width} height={logo.height} />
        ) : (
          <p className="heading truncate text-base">
            <span>{name || 'Your shop'}</span>
            <span className="stop" aria-hidden="true" />
          </p>
        )}
        <p className="flex gap-3 text-xs text-muted">
          <span>Categories</span>
          <span>Cart</span>
        </p>
      </div>
      <div className="px-4 py-6">
        <p className="heading text-3xl leading-none wrap-anywhere">
          <PunctuatedHeadline>{(name || 'Your shop').toUpperCase()}</PunctuatedHeadline>
        </p>
        <p className="mt-3 text-sm text-muted">{line || 'What you sell, in one line.'}</p>
        <p className="mt-4 flex gap-2">
          <span className="btn btn-primary text-sm">Explore Collection</span>
          <span className="btn btn-outline text-sm">Learn More</span>
        </p>
      </div>
      <TapeMeasureDivider className="mx-4" />
      <ul className="grid grid-cols-3 gap-2 p-4 text-sm">
        {shown.map((category) => (
          <li key={category}>
            <span className="block aspect-[4/5] rounded-control bg-card" />
            <span className="mt-1 block truncate font-semibold">{category}</span>
            <span className="text-xs text-link">View all</span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 text-xs text-muted">
        {[`© ${name || 'Your shop'}`, ...address].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

/** The shop as it will look, light and dark. */
export function ShopSketch({ shop }: { shop: SketchedShop }) {
  return (
    <section aria-labelledby="sketch" className="grid gap-4">
      <h2 id="sketch" className="admin-subtitle">
        As it will look
      </h2>
      <Sketch shop={shop} theme="light" />
      <Sketch shop={shop} theme="dark" />
    </section>
  )
}
