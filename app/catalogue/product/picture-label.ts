import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

/**
 * The name of a button whose content is a picture: what it does, which picture, and the owner's words about it, which a
 * screen reader does not find inside of a button.
 */
export function pictureLabel(does: string, { pictures }: Pick<ProductDetail, 'pictures'>, index: number): string {
  const alt = pictures[index]?.alt
  return `${does} picture ${index + 1}${alt ? `: ${alt}` : ''}`
}
