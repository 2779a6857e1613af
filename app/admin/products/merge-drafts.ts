import { hasOtherPictures, type Draft, type PictureDraft, type SizeDraft } from '#app/admin/products/product-draft.ts'
import { FIELD_NAMES, PRODUCT_FIELDS, type ProductFieldName } from '#contract/catalogue/product-fields.ts'
import { STORAGE_PLACE } from '#contract/catalogue/labels/storage-place.ts'
import { SIZE_CODE_NAMES, SIZE_CODES, type SizeCode } from '#contract/catalogue/labels/size-codes.ts'

/** What somebody else changed while this form was open. */
export interface Difference {
  what: string
  from: string
  to: string
  /** What was typed here instead, and stays; left out where nothing was typed. */
  mine?: string
}

interface DraftVersions {
  base: Draft
  mine: Draft
  theirs: Draft
}

const shown = (text: string) => (text === '' ? 'nothing' : text)

function compared(what: string, was: string, now: string, mine: string): Difference[] {
  if (was === now) return []
  const isKept = mine !== was && mine !== now
  return [{ what, from: shown(was), to: shown(now), ...(isKept && { mine: shown(mine) }) }]
}

const stockLabel = (size: string) => (size === '' ? 'Stock' : `Stock of ${size}`)

/** One size that both sides have. What was typed here stays; the rest follows the other side. */
function mergedSize(base: SizeDraft | undefined, mine: SizeDraft, theirs: SizeDraft): SizeDraft {
  if (!base) return { ...theirs, key: mine.key }
  const isTouched = (name: 'size' | 'stock' | 'storagePlace' | SizeCode) => mine[name] !== base[name]
  const hasMeasured = JSON.stringify(mine.measurements) !== JSON.stringify(base.measurements)
  return {
    ...theirs,
    key: mine.key,
    size: isTouched('size') ? mine.size : theirs.size,
    stock: isTouched('stock') ? mine.stock : theirs.stock,
    measurements: hasMeasured ? mine.measurements : theirs.measurements,
    sku: isTouched('sku') ? mine.sku : theirs.sku,
    barcode: isTouched('barcode') ? mine.barcode : theirs.barcode,
    storagePlace: isTouched('storagePlace') ? mine.storagePlace : theirs.storagePlace,
  }
}

function mergeSizes({ base, mine, theirs }: DraftVersions): { sizes: SizeDraft[]; differences: Difference[] } {
  const find = ({ sizes }: Draft, id: string | undefined) => sizes.find(({ _id }) => _id !== undefined && _id === id)
  const differences: Difference[] = []
  const sizes = mine.sizes.flatMap((size): SizeDraft[] => {
    if (size._id === undefined) return [size]
    const [was, now] = [find(base, size._id), find(theirs, size._id)]
    if (!now) {
      differences.push({ what: `Size ${size.size}`, from: 'there', to: 'taken away' })
      return []
    }
    if (was) {
      differences.push(...compared(`Size ${was.size}`, was.size, now.size, size.size))
      differences.push(...compared(stockLabel(was.size), was.stock, now.stock, size.stock))
      for (const name of SIZE_CODE_NAMES) {
        const what = size.size === '' ? SIZE_CODES[name].label : `${SIZE_CODES[name].label} of ${was.size}`
        differences.push(...compared(what, was[name] ?? '', now[name] ?? '', size[name] ?? ''))
      }
      const place = size.size === '' ? STORAGE_PLACE.label : `${STORAGE_PLACE.label} of ${was.size}`
      differences.push(...compared(place, was.storagePlace ?? '', now.storagePlace ?? '', size.storagePlace ?? ''))
      const measured = [was, now, size].map(({ measurements }) => JSON.stringify(measurements))
      if (measured[0] !== measured[1]) {
        differences.push({ what: `Measurements of ${was.size || 'the product'}`, from: 'as they were', to: 'changed' })
      }
    }
    return [mergedSize(was, size, now)]
  })
  const added = theirs.sizes.filter(({ _id }) => !find(base, _id))
  differences.push(
    ...added.map(({ size, stock }) => ({ what: `Size ${size}`, from: 'nothing', to: `${stock} pieces` })),
  )
  return { sizes: [...sizes, ...added], differences }
}

function mergePictures({ base, mine, theirs }: DraftVersions): { pictures: PictureDraft[]; differences: Difference[] } {
  if (!hasOtherPictures(base, theirs)) return { pictures: mine.pictures, differences: [] }
  const difference = { what: 'Pictures', from: String(base.pictures.length), to: String(theirs.pictures.length) }
  if (!hasOtherPictures(base, mine)) return { pictures: theirs.pictures, differences: [difference] }
  const isThere = ({ version, file }: PictureDraft) =>
    file !== undefined || theirs.pictures.some((other) => other.version === version)
  const isNew = ({ version }: PictureDraft) => !base.pictures.some((other) => other.version === version)
  return {
    pictures: [...mine.pictures.filter(isThere), ...theirs.pictures.filter(isNew)],
    differences: [{ ...difference, mine: String(mine.pictures.length) }],
  }
}

/**
 * The form after somebody else saved first. What was typed here stays, fields that were not touched take their values,
 * and what either side added is kept. `words` turns a field's value into what people read.
 */
export function mergeDrafts(
  versions: DraftVersions,
  words: (name: ProductFieldName, value: string) => string = (_, value) => value,
): { draft: Draft; differences: Difference[] } {
  const { base, mine, theirs } = versions
  const fields = { ...mine.fields }
  const differences: Difference[] = []
  for (const name of FIELD_NAMES) {
    const [was, now, own] = [base.fields[name], theirs.fields[name], mine.fields[name]]
    if (own === was) fields[name] = now
    differences.push(...compared(PRODUCT_FIELDS[name].label, words(name, was), words(name, now), words(name, own)))
  }
  const sizes = mergeSizes(versions)
  const pictures = mergePictures(versions)
  return {
    draft: { ...mine, fields, sizes: sizes.sizes, pictures: pictures.pictures },
    differences: [...differences, ...sizes.differences, ...pictures.differences],
  }
}
