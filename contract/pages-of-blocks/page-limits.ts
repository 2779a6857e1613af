/** Blocks of a page. */
export const MAX_BLOCKS = 40
/** The most entries of a block's field, and the most products chosen by hand. */
export const MAX_ITEMS = 12
/** Characters of a block's field that says nothing else. */
export const MAX_LINE = 160
/** Pages of the shop's own, deleted ones not counted. */
export const MAX_PAGES = 200
export const MAX_PAGE_TITLE = 80
/** Search engines show about so many characters. */
export const MAX_PAGE_DESCRIPTION = 200
export const MAX_SLUG = 60

/** Where a page is linked. */
export const PAGE_PLACES = ['neither', 'menu', 'footer', 'both'] as const
export type PagePlace = (typeof PAGE_PLACES)[number]

/** The pages that every shop has. What stands on them is the shop's own until the owner publishes something else. */
export const SPECIFIED_PAGES = ['home', 'about'] as const
export type SpecifiedPage = (typeof SPECIFIED_PAGES)[number]
export const isSpecifiedPage = (id: string): id is SpecifiedPage => id === 'home' || id === 'about'

/** The first part of the address of a draft's preview; a secret follows. */
export const PREVIEW_PATH = '/pages/preview/'

/** Where a page is read. */
export const pagePath = (slug: string): string => {
  if (slug === 'home') return '/'
  return slug === 'about' ? '/about' : `/pages/${slug}`
}
