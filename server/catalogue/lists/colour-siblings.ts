import type { ColourGroupAnswer } from '#contract/catalogue/admin-catalogue.ts'
import type { Sibling } from '#contract/catalogue/catalogue.ts'
import type { Listing, ListedProduct } from '#server/catalogue/search/listing.ts'

import { MAX_SIBLINGS } from '#contract/catalogue/product-limits.ts'
import { COLOUR_FAMILY_NAMES } from '#contract/catalogue/colour-swatches.ts'
import { shadesOf } from '#server/catalogue/search/colour-families.ts'

const MAX_SWATCHES = 2
const MAX_NAMES = 20
const MAX_MEMBERS = 50

const keyOf = (group: string) => group.toLowerCase()
const isSameColour = (a: { colour?: string | undefined }, b: { colour?: string | undefined }) =>
  a.colour?.toLowerCase() === b.colour?.toLowerCase()

type Chosen = Listing['colourFamilies']
type Coloured = ListedProduct & { product: { colour: string } }

function siblingOf({ product: { _id, colour, stock } }: Coloured, chosen: Chosen): Sibling {
  return { _id, colour, swatch: [...shadesOf(colour, chosen).values()].slice(0, MAX_SWATCHES), inStock: stock > 0 }
}

const familyPlace = ({ families: [first] }: ListedProduct) =>
  first ? COLOUR_FAMILY_NAMES.indexOf(first) : COLOUR_FAMILY_NAMES.length

/** Sorts by family, then by name. Of two products in one colour the one in stock comes first. */
function compareColours(a: Coloured, b: Coloured): number {
  const [left, right] = [a, b].map(({ product }) => product.colour.toLowerCase()) as [string, string]
  if (left !== right) return familyPlace(a) - familyPlace(b) || (left < right ? -1 : 1)
  return Number(b.product.stock > 0) - Number(a.product.stock > 0) || (a.product._id < b.product._id ? -1 : 1)
}

/**
 * Sets the `siblings` of each product of a group, one for each colour. Of two products in one colour that is the
 * product itself on its own page, elsewhere the one in stock.
 */
function link(members: readonly ListedProduct[], chosen: Chosen): void {
  const coloured = members.filter((each): each is Coloured => each.product.colour !== undefined)
  const eachColour = coloured
    .toSorted(compareColours)
    .filter(({ product }, index, sorted) => index === 0 || !isSameColour(product, sorted[index - 1]?.product ?? {}))
    .slice(0, MAX_SIBLINGS)
    .map((each) => siblingOf(each, chosen))
  for (const each of members) each.product.siblings = undefined
  if (eachColour.length < 2) return
  for (const each of coloured) {
    const own = siblingOf(each, chosen)
    each.product.siblings = eachColour.map((sibling) => (isSameColour(sibling, own) ? own : sibling))
  }
}

/** Keeps the products of each colour group, and links them to each other. */
export function createColourGroups(find: Listing['find']) {
  const idsByGroup = new Map<string, Set<string>>()
  const changed = new Set<string>()
  return {
    /** Call it for each product that has changed, with its group before and after. */
    put(id: string, before: string | undefined, after: string | undefined): void {
      if (before !== undefined) {
        changed.add(keyOf(before))
        idsByGroup.get(keyOf(before))?.delete(id)
      }
      if (after === undefined) return
      const key = keyOf(after)
      changed.add(key)
      idsByGroup.set(key, (idsByGroup.get(key) ?? new Set()).add(id))
    },
    /** Links the products of the groups that have changed, or of all. */
    link(chosen: Chosen, isAll: boolean): void {
      for (const key of isAll ? idsByGroup.keys() : changed) {
        const ids = idsByGroup.get(key) ?? new Set()
        link(
          [...ids].flatMap((id) => find(id) ?? []),
          chosen,
        )
        if (ids.size === 0) idsByGroup.delete(key)
      }
      changed.clear()
    },
  }
}

/** The names of groups that contain the text, and the products of the group of exactly this name, in any case. */
export function findColourGroups({ inOrder }: Listing, text = ''): ColourGroupAnswer {
  const wanted = keyOf(text.trim())
  const names = new Map<string, string>()
  const products: ColourGroupAnswer['products'] = []
  for (const { product, colourGroup } of inOrder('name')) {
    if (colourGroup === undefined) continue
    const key = keyOf(colourGroup)
    if (names.size < MAX_NAMES && key.includes(wanted) && !names.has(key)) names.set(key, colourGroup)
    if (key !== wanted || products.length === MAX_MEMBERS) continue
    products.push({
      _id: product._id,
      name: product.name,
      ...(product.colour !== undefined && { colour: product.colour }),
    })
  }
  return { names: [...names.values()].toSorted((a, b) => (a < b ? -1 : 1)), products }
}
