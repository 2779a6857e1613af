/** The widths in pixels in which the shop stores a picture. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The width that is sent if none is requested. */
export const LARGEST_PICTURE_WIDTH = 1200 satisfies PictureWidth

/** True for a stored width. Any other width is refused, so that callers cannot fill the disk. */
export const isPictureWidth = (width: number): width is PictureWidth =>
  PICTURE_WIDTHS.some((stored) => stored === width)
