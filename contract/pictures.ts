/** The widths in pixels in which the shop keeps a picture. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200] as const

/** True for a width that the shop keeps; any other is refused, so that nobody can fill the disk. */
export const isPictureWidth = (width: number): boolean => PICTURE_WIDTHS.some((kept) => kept === width)
