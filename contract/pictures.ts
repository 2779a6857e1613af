/** The widths in pixels in which the shop keeps a picture. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The width that is sent where none is asked for. */
export const LARGEST_PICTURE_WIDTH = 1200 satisfies PictureWidth

/** True for a width that the shop keeps; any other is refused, so that nobody can fill the disk. */
export const isPictureWidth = (width: number): width is PictureWidth => PICTURE_WIDTHS.some((kept) => kept === width)

/** The smallest kept width that is at least as wide as `requested` pixels, or else the largest. */
export function pictureWidth(requested: number): PictureWidth {
  return PICTURE_WIDTHS.find((kept) => kept >= requested) ?? LARGEST_PICTURE_WIDTH
}
