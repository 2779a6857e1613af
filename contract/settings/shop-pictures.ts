/** A picture that the owner has set instead of the shop's own. */
export interface ShopPicture {
  /** Without a width: `?w=` asks for one of `PICTURE_WIDTHS`. Another picture has another address. */
  src: string
  width: number
  height: number
}

/** How a setting names a picture: its content's hash and its size in pixels. */
export const PICTURE_VALUE = /^([0-9a-f]{32})-([1-9]\d{0,3})x([1-9]\d{0,3})$/

export const pictureValue = ({ hash, width, height }: { hash: string; width: number; height: number }): string =>
  `${hash}-${width}x${height}`

/** The name of the stored picture that a setting's value stands for; undefined for an empty value. */
export const pictureHashIn = (value: string): string | undefined => PICTURE_VALUE.exec(value)?.[1]

/** The picture that a setting's value stands for; undefined for an empty value. */
export function shopPicture(value: string): ShopPicture | undefined {
  const [, hash, width, height] = PICTURE_VALUE.exec(value) ?? []
  if (hash === undefined) return undefined
  return { src: `/api/pictures/${hash}`, width: Number(width), height: Number(height) }
}
