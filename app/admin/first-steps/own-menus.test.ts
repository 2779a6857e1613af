import { expect, test } from 'vitest'

import { ownMenus } from '#app/admin/first-steps/own-menus.ts'

const category = (name: string, slug = name.toLowerCase()) => ({ _id: slug, name, slug })

test('a shop of other goods gets a footer with its own categories, and nothing popular', () => {
  expect(ownMenus([category('Kurtas'), category('Block Prints', 'block-prints')])).toEqual({
    footerMenu: [
      'Categories',
      'Kurtas → /categories/kurtas',
      'Block Prints → /categories/block-prints',
      'Shop',
      'Home → /',
      'Our Products → /getproducts',
      'About → /about',
      'Contact → /contact',
    ].join('\n'),
    popularItems: '',
  })
})

test('menus that name a category of the shop stay, and so do those of a shop without any', () => {
  expect(ownMenus([category('Kurtas'), category('Shirts')])).toBeUndefined()
  expect(ownMenus([])).toBeUndefined()
})
