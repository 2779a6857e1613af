import { useEffect, useRef, useState } from 'react'

import { pictureLabel } from '#app/catalogue/product/picture-label.ts'
import { ProductPicture } from '#app/catalogue/product-picture.tsx'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { useShop } from '#app/api/use-shop.ts'
import { RENDERED_NOTE } from '#contract/words/rendered-note.ts'

/** A product's pictures: swipe or choose a thumbnail; a tap opens the picture large. */
export function Gallery({ product }: { product: ProductDetail }) {
  const { words } = useShop()
  const strip = useRef<HTMLUListElement>(null)
  const [large, setLarge] = useState<number>()
  const [Zoom, loadZoom] = useLazyModule(
    () => import('#app/catalogue/product/zoom.tsx').then((part) => part.Zoom),
    WORDINGS.products.loadDetailsFailed,
  )
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    setCurrent(0)
    strip.current?.scrollTo({ left: 0 })
  }, [product._id])

  function show(index: number) {
    setCurrent(index)
    const frame = strip.current
    frame?.scrollTo({ left: index * frame.clientWidth })
  }
  function follow() {
    const frame = strip.current
    if (frame) setCurrent(Math.round(frame.scrollLeft / Math.max(1, frame.clientWidth)))
  }

  return (
    <div className="gallery">
      <ul ref={strip} className="gallery-strip" onScroll={follow} aria-label="Pictures">
        {product.images.map((src, index) => (
          <li key={src}>
            <button
              type="button"
              className="block w-full cursor-zoom-in"
              aria-label={pictureLabel('Enlarge', product, index)}
              tabIndex={index === current ? 0 : -1}
              onClick={() => {
                setLarge(index)
                loadZoom()
              }}
            >
              <ProductPicture
                product={product}
                index={index}
                sizes="(min-width: 1024px) 600px, 100vw"
                isFirst={index === 0}
                isMorphing={index === 0}
              />
            </button>
          </li>
        ))}
      </ul>
      <ul className="gallery-thumbnails" aria-label="Thumbnails">
        {product.images.map((src, index) => (
          <li key={src}>
            <button
              type="button"
              className="block w-9 overflow-hidden rounded-control md:w-16 border-2 border-transparent aria-[current=true]:border-ink"
              aria-label={`Picture ${index + 1} of ${product.images.length}`}
              aria-current={index === current}
              onClick={() => show(index)}
            >
              <ProductPicture product={product} index={index} sizes="64px" isDecorative />
            </button>
          </li>
        ))}
      </ul>
      {words.footerNote === RENDERED_NOTE && (
        <p className="mt-2 text-xs text-muted max-md:text-center">{RENDERED_NOTE}</p>
      )}
      {Zoom && <Zoom product={product} first={large} onClose={() => setLarge(undefined)} />}
    </div>
  )
}
