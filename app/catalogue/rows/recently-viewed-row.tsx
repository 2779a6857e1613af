import { useEffect, useState } from 'react'

import { ProductPicture } from '#app/catalogue/product-picture.tsx'
import { removeSeen, seenProducts, type SeenProduct } from '#app/catalogue/rows/recently-viewed.ts'
import { Link } from '#app/ui/link.tsx'

/** The products viewed before on this device, without the current one. */
export function RecentlyViewedRow({ exceptId }: { exceptId: string }) {
  const [seen, setSeen] = useState<SeenProduct[]>([])
  useEffect(() => setSeen(seenProducts(localStorage).filter(({ _id }) => _id !== exceptId)), [exceptId])
  if (seen.length === 0) return null
  // A picture that fails to load means that the product was deleted. After a network error the next visit adds it
  // again.
  function drop({ _id }: SeenProduct) {
    removeSeen(_id, localStorage)
    setSeen((now) => now.filter((one) => one._id !== _id))
  }
  return (
    <section className="mt-16" aria-labelledby="recently-viewed">
      <h2 id="recently-viewed" className="heading text-2xl">
        Recently viewed
      </h2>
      <ul className="mt-5 grid grid-cols-3 gap-4 sm:grid-cols-4 lg:grid-cols-7">
        {seen.slice(0, 7).map((product) => (
          <li key={product._id} onErrorCapture={() => drop(product)}>
            <Link to={`/product/${product._id}`} className="block text-sm hover:underline">
              <ProductPicture product={product} sizes="160px" isDecorative />
              <span className="mt-2 block truncate">{product.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
