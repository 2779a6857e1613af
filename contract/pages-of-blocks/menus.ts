/** A link of a menu. */
export interface MenuLink {
  label: string
  to: string
}

/** Links below a title; the title is empty where none is given. */
export interface MenuColumn {
  title: string
  links: MenuLink[]
}

/** The entry of the main menu that opens the categories of the shop. */
export const CATEGORIES_ENTRY = '/categories'

/** Where the owner's menus stand: the setting of each, and its text until the owner changes it. */
export const DEFAULT_MENUS = {
  mainMenu: [
    'Home → /',
    'About → /about',
    'Categories → /categories',
    'Our Products → /getproducts',
    'Contact → /contact',
  ].join('\n'),
  footerMenu: [
    'Categories',
    'Shirts → /categories/shirts',
    'Pants → /categories/pants',
    'T-Shirts → /categories/t-shirts',
    'Jeans → /categories/jeans',
    'Co-ords → /categories/co-ords',
    'Shop',
    'Home → /',
    'Our Products → /getproducts',
    'About → /about',
    'Contact → /contact',
  ].join('\n'),
  popularItems: [
    'Shirts',
    ...['Casual', 'Formal', 'Polo', 'Denim'].map((item) => `${item} → /categories/shirts?search=${item.toLowerCase()}`),
    'Lowers',
    ...['Skinny', 'Straight', 'Bootcut', 'Relaxed'].map(
      (item) => `${item} → /categories/lowers?search=${item.toLowerCase()}`,
    ),
    'Pants',
    ...['Trousers', 'Chinos', 'Cargo', 'Leggings'].map(
      (item) => `${item} → /categories/pants?search=${item.toLowerCase()}`,
    ),
  ].join('\n'),
} as const
export type MenuName = keyof typeof DEFAULT_MENUS
export const MENU_NAMES = Object.keys(DEFAULT_MENUS) as MenuName[]

const ARROW = '→'

/** A line of a menu: a link, or a title, which leads nowhere. */
function readMenuLine(line: string): MenuLink {
  const at = line.lastIndexOf(ARROW)
  return at < 0
    ? { label: line.trim(), to: '' }
    : { label: line.slice(0, at).trim(), to: line.slice(at + ARROW.length).trim() }
}

export const writeMenuLine = ({ label, to }: MenuLink): string => (to === '' ? label : `${label} ${ARROW} ${to}`)

export const menuLines = (text: string): MenuLink[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readMenuLine)

/** A menu as columns: a line that leads nowhere begins one. */
export function menuColumns(text: string): MenuColumn[] {
  const columns: MenuColumn[] = []
  for (const { label, to } of menuLines(text)) {
    if (to === '') columns.push({ title: label, links: [] })
    else {
      if (columns.length === 0) columns.push({ title: '', links: [] })
      columns.at(-1)?.links.push({ label, to })
    }
  }
  return columns
}

/** The columns with the links that lead somewhere; a column without any is left out. */
export const liveColumns = (columns: readonly MenuColumn[], isLive: (to: string) => boolean): MenuColumn[] =>
  columns
    .map(({ title, links }) => ({ title, links: links.filter(({ to }) => isLive(to)) }))
    .filter(({ links }) => links.length > 0)
