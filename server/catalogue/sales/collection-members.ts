import type { RawBuilder } from 'kysely'

import type { RuleTested } from '#server/catalogue/search/listing.ts'
import type { Members } from '#server/catalogue/sales/reduced-prices-queries.ts'
import type { Db } from '#server/db/database.ts'

import { tagsIn } from '#contract/catalogue/product-tags.ts'
import { CollectionRule } from '#contract/catalogue/collections/collections.ts'
import { leavesAt, ruleTest } from '#server/catalogue/lists/collection-rule.ts'
import { NOW } from '#server/catalogue/sales/reduced-prices-queries.ts'
import {
  listRuleFacts,
  listSoldCollections,
  type RuleFacts,
} from '#server/catalogue/sales/collections-on-sale-queries.ts'
import { shadesOf } from '#server/catalogue/search/colour-families.ts'
import { fabricsIn } from '#server/catalogue/search/fabrics.ts'

/** Which products collections have at a moment. */
interface FoundMembers {
  members: Members
  /** In how many milliseconds the first of them leaves because time goes by. */
  leavesInMs: number
  /** Whether a change of stock may change them. */
  dependOnStock: boolean
}

/** Made once for each text, because many products share them. */
function once<Value>(make: (text: string | null) => Value): (text: string | null) => Value {
  const made = new Map<string | null, Value>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}

/**
 * A product as a rule sees it: at the price that its owner set, or a sale would put products into its own collection
 * and out of it.
 */
const testedFrom =
  (families: (colour: string | null) => RuleTested['families'], fabrics: (text: string | null) => readonly string[]) =>
  ({
    categoryId,
    colour,
    fabric,
    fit,
    tags,
    pricePaise,
    discountedPricePaise,
    stock,
    createdAt,
  }: RuleFacts): RuleTested => ({
    product: {
      category: { _id: categoryId, slug: '' },
      colour: colour ?? undefined,
      price: pricePaise,
      discountedPrice: discountedPricePaise ?? undefined,
      sizes: [],
      stock,
      createdAt: createdAt.toISOString(),
    },
    number: 0,
    paidPaise: discountedPricePaise ?? pricePaise,
    families: families(colour),
    fabrics: fabrics(fabric),
    fit: fit?.trim() || undefined,
    tags: tagsIn(tags),
    origin: undefined,
    sleeves: undefined,
  })

/**
 * What the collections of these sales have at a moment, by the database's clock. `ids` are the products to look at;
 * left out, all. A rule is met at the prices that stand without sales.
 */
export async function findMembers(
  db: Db,
  sales: RawBuilder<unknown>,
  { at = NOW, ids }: { at?: RawBuilder<unknown>; ids?: readonly string[] | undefined } = {},
): Promise<FoundMembers> {
  const { collections, atMs, chosenFamilies } = await listSoldCollections(db, sales, at)
  const members: Members = collections.map(({ id, rule, productIds }) => ({ id, productIds: rule ? [] : productIds }))
  const rules = collections.flatMap(({ id, rule: stored }) => {
    const rule = stored ? CollectionRule.safeParse(stored).data : undefined
    return rule ? [{ id, rule, has: ruleTest(rule, atMs) }] : []
  })
  if (rules.length === 0) return { members, leavesInMs: Infinity, dependOnStock: false }
  const familiesOf = once((colour) => [...shadesOf(colour, chosenFamilies).keys()])
  const tested = testedFrom(familiesOf, once(fabricsIn))
  const products = (await listRuleFacts(db, ids)).map((facts) => ({ id: facts.id, facts: tested(facts) }))
  let leavesAtMs = Infinity
  for (const { id, rule, has } of rules) {
    const found = products.filter(({ facts }) => has(facts))
    members.push({ id, productIds: found.map((product) => product.id) })
    for (const { facts } of found) leavesAtMs = Math.min(leavesAtMs, leavesAt(rule, facts))
  }
  return { members, leavesInMs: leavesAtMs - atMs, dependOnStock: rules.some(({ rule }) => rule.isInStock) }
}
