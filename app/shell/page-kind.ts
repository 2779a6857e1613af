import type { PageKind } from '#contract/dashboard/vital-limits.ts'

const KINDS: readonly [PageKind, RegExp][] = [
  ['home', /^\/$/],
  ['list', /^\/(?:getproducts|(?:categories|collections)\/[^/]+)$/],
  ['product', /^\/product\/[^/]+$/],
  ['cart', /^\/cart$/],
  ['checkout', /^\/order(?:\/pay\/[^/]+)?$/],
]

/** The kind of a page of the shop by its path; undefined for the admin area, which no visitor sees. */
export function pageKindOf(path: string): PageKind | undefined {
  if (/^\/admin(?:[/-]|$)/.test(path)) return undefined
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other'
}
