import type { StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { CodeOwner } from '#server/catalogue/admin/size-code-queries.ts'

import { codeKey, SIZE_CODE_NAMES, SIZE_CODES, type SizeCode } from '#contract/catalogue/labels/size-codes.ts'

interface ProductSizes {
  name: string
  sizes: readonly StoredSize[]
}

/** A code that a product's size gets anew. */
interface GivenCode {
  /** The place of the size. */
  index: number
  size: StoredSize
  name: SizeCode
  code: string
}

/** The codes that the sizes of a product did not have before. */
export function givenCodes(before: ProductSizes | undefined, after: ProductSizes): GivenCode[] {
  const was = new Map(before?.sizes.map((size) => [size.id, size]))
  return after.sizes.flatMap((size, index) =>
    SIZE_CODE_NAMES.flatMap((name) => {
      const code = size[name]
      return code === null || was.get(size.id)?.[name] === code ? [] : [{ index, size, name, code }]
    }),
  )
}

const sizeInSentence = ({ size, productName, isDeleted }: CodeOwner) =>
  `${productName}${isDeleted ? ' (deleted)' : ''}${size === '' ? '' : `, size ${size}`},`

/**
 * The first code of a product that names another size already, with the sentence that says which. Two sizes of a
 * product may swap their codes. `owners` has whom each code names, and gets what this product takes.
 */
export function findTakenCode(
  before: ProductSizes | undefined,
  after: ProductSizes,
  owners: Map<string, CodeOwner>,
): (GivenCode & { sentence: string }) | undefined {
  const own = new Map(after.sizes.map((size) => [size.id, size]))
  const given = givenCodes(before, after)
  for (const one of given) {
    const key = codeKey(one.code)
    const isNamed = (size: StoredSize) => SIZE_CODE_NAMES.some((name) => codeKey(size[name] ?? '') === key)
    const namesake = after.sizes.find((size) => size.id !== one.size.id && isNamed(size))
    const stranger = owners.get(key)
    const isFree = !stranger || own.has(stranger.sizeId) || before?.sizes.some(({ id }) => id === stranger.sizeId)
    const owner = namesake ? { ...namesake, productName: after.name, isDeleted: false } : stranger
    if (owner && (namesake || !isFree)) {
      const what = SIZE_CODES[one.name].word
      const sentence = `“${one.code}” names ${sizeInSentence({ ...owner, sizeId: '' })} already, so it cannot be the ${what} of another size.`
      return { ...one, sentence }
    }
  }
  for (const { code, size } of given) {
    owners.set(codeKey(code), { sizeId: size.id, size: size.size, productName: after.name, isDeleted: false })
  }
  return undefined
}
