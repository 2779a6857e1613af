import { Picture } from '#app/ui/picture.tsx'
import type { Collection } from '#contract/catalogue/catalogue.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'

/** The picture and the text of a collection, above its products. */
export function CollectionIntro({ collection: { text, picture: value, pictureWords } }: { collection: Collection }) {
  const picture = shopPicture(value)
  if (!picture && text === '') return null
  return (
    <div className={`mt-6 grid gap-6 ${picture && text ? 'items-center md:grid-cols-2' : ''}`}>
      {picture && (
        <Picture
          src={picture.src}
          alt={pictureWords}
          sizes="(min-width: 768px) 48vw, 92vw"
          width={picture.width}
          height={picture.height}
          isFirst
          className="collection-picture rounded-card"
        />
      )}
      {text && <p className="max-w-prose whitespace-pre-line wrap-anywhere text-muted">{text}</p>}
    </div>
  )
}
