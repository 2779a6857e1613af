import { z } from 'zod'

import { CATEGORIES_ENTRY, DEFAULT_MENUS, menuLines, writeMenuLine } from '#contract/pages-of-blocks/menus.ts'
import { optionalText } from '#contract/schemas/basic-schemas.ts'
import { setting, shopLink } from '#contract/settings/define-setting.ts'
import { plainTextFault } from '#contract/settings/word-settings.ts'

const MAX_TEXT = 8000
const MAX_LABEL = 40

interface MenuTerms {
  maxLines: number
  /** Titles begin columns; without it there are links alone. */
  maxColumns: number
}

/** What is wrong with the text of a menu, as a sentence that names the line. */
function menuFault(text: string, { maxLines, maxColumns }: MenuTerms): string | undefined {
  const lines = menuLines(text)
  if (lines.length > maxLines) return `At most ${maxLines} lines.`
  const titles = lines.filter(({ to }) => to === '').length
  if (titles > maxColumns) {
    return maxColumns === 0 ? 'Each line is a link: Label → /address.' : `At most ${maxColumns} titles.`
  }
  for (const [index, { label, to }] of lines.entries()) {
    const line = `Line ${index + 1}`
    if (label === '') return `${line} has no label.`
    if (label.length > MAX_LABEL) return `${line}: a label has at most ${MAX_LABEL} characters.`
    const fault = plainTextFault(label)
    if (fault) return `${line}: ${fault}`
    const isFit = to === '' || to === CATEGORIES_ENTRY || shopLink.safeParse(to).success
    if (!isFit) {
      return `${line}: a path of the shop, such as /categories/shirts, or an address that starts with https://`
    }
  }
  return undefined
}

const menuText = (terms: MenuTerms) =>
  z
    .preprocess(
      (typed) => (typeof typed === 'string' ? typed.replaceAll(/\r\n?/g, '\n') : typed),
      optionalText(MAX_TEXT).regex(/^(?:\P{Cc}|\n)*$/u, { error: 'This text holds a character that cannot be shown.' }),
    )
    .superRefine((text, context) => {
      const fault = menuFault(text, terms)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
    .overwrite((text) => menuLines(text).map(writeMenuLine).join('\n'))

/** The owner's menus: lines such as `Shirts → /categories/shirts`; a line without an arrow is the title of a column. */
export const MENU_SETTINGS = {
  mainMenu: setting({
    label: 'Menu',
    group: 'Menu and footer',
    schema: menuText({ maxLines: 8, maxColumns: 0 }),
    default: DEFAULT_MENUS.mainMenu,
    input: 'menu',
    hint: `In the header and in the menu of phones. ${CATEGORIES_ENTRY} opens the shop’s categories. A link to something that is not there is not shown.`,
  }),
  popularItems: setting({
    label: 'Popular Items',
    group: 'Menu and footer',
    schema: menuText({ maxLines: 30, maxColumns: 4 }),
    default: DEFAULT_MENUS.popularItems,
    input: 'menu',
    hint: 'Beside the categories. A title without a link that works is not shown, and without any the whole part is not.',
  }),
  footerMenu: setting({
    label: 'Footer',
    group: 'Menu and footer',
    schema: menuText({ maxLines: 40, maxColumns: 4 }),
    default: DEFAULT_MENUS.footerMenu,
    input: 'menu',
    hint: 'The notices that the law asks for, and the social pages of the settings, stand there too.',
  }),
} as const
