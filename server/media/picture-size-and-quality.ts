import type { PictureWidth } from '#contract/catalogue/srcset-widths.ts'

/** The size of a picture as the shop stores it, its master. Larger uploads are made smaller. */
export const MASTER_WIDTH = 1600
export const MASTER_HEIGHT = 4000
export const MASTER_QUALITY = 90

/** A thumbhash, the blurred placeholder, is computed from a copy of the picture with sides no longer than this. */
export const THUMBHASH_SIDE = 100

// Matched on the demo catalogue at 800 pixels by structural similarity: 0.983 to 0.986 each.
export const WEBP = { quality: 80, effort: 4 }
export const AVIF = { quality: 50, effort: 3, chromaSubsampling: '4:2:0' }
export const JPEG = { quality: 80, mozjpeg: true }

/** The narrowest width is left out: a thumbnail's AVIF is hardly smaller than its WebP. */
export const AVIF_WIDTHS = [320, 480, 640, 800, 1200] as const satisfies PictureWidth[]
