import { DEFAULT_MENUS, menuLines, writeMenuLine } from '#contract/pages-of-blocks/menus.ts'
import type { Category } from '#contract/catalogue/catalogue.ts'

const MAX_LINKS = 8
/** The most that a label of a menu may have, in characters. */
const MAX_LABEL = 40

const FOOTER = menuLines(DEFAULT_MENUS.footerMenu)
const isOfCategory = (to: string) => to.startsWith('/categories/')
const addressOf = ({ slug }: Category) => `/categories/${encodeURIComponent(slug)}`

/**
 * The footer and the popular items of a shop that has none of the categories that these name as they come: the footer
 * names its own, and nothing is popular yet. Undefined where they fit the shop as they are, or it has no category.
 */
export function ownMenus(
  categories: readonly Category[],
): Readonly<Record<'footerMenu' | 'popularItems', string>> | undefined {
  const fit = categories.some((category) => FOOTER.some(({ to }) => to === addressOf(category)))
  if (fit || categories.length === 0) return undefined
  const [title, ...others] = FOOTER.filter(({ to }) => !isOfCategory(to))
  const own = categories
    .filter(({ name }) => name.length <= MAX_LABEL)
    .slice(0, MAX_LINKS)
    .map((category) => ({ label: category.name, to: addressOf(category) }))
  const lines = [...(title ? [title] : []), ...own, ...others]
  return { footerMenu: lines.map(writeMenuLine).join('\n'), popularItems: '' }
}
