import type { OtherShop } from '#contract/catalogue/import/import-choices.ts'
import type { SizeCode } from '#contract/catalogue/labels/size-codes.ts'

/** What is said of a line of a file. */
export interface LineNote {
  line: number
  reason: string
}

/** What names a size there, as the cells say it; '' where they say nothing. */
export type SourceCodes = Record<SizeCode, string>

export interface SourceSize {
  line: number
  /** '' for a product without sizes. */
  size: string
  stock: number
  codes: SourceCodes
}

export interface SourcePicture {
  line: number
  address: string
  alt: string
}

/** One product of ours as the export of another shop has it: one colour of one of theirs. */
export interface SourceProduct {
  /** What names it there, the same in every export. Any of them that is known finds it again. */
  keys: string[]
  /** Its colour in lower case as a part of that name; '' for a product that has no colours. */
  colourKey: string
  lines: number[]
  name: string
  description: string
  category: string
  /** In rupees. */
  price: number
  discountedPrice: number | null
  colour: string | null
  colourGroup: string | null
  fabric: string | null
  tags: string | null
  hsn: string | null
  isOnSale: boolean
  sizes: SourceSize[]
  pictures: SourcePicture[]
  /** What of it does not come along. */
  notes: LineNote[]
  /** Why it does not come along at all. */
  refusals: LineNote[]
  /** Its address in the shop that it comes from, and that of its category. */
  oldPaths: { product: string; category: string | undefined }
}

/** The products of an export, and what its columns hold that has no place in this shop. */
export interface OtherShopCsv {
  shop: OtherShop
  products: SourceProduct[]
  /** The names of columns that hold something and are left out. */
  leftOut: string[]
}
