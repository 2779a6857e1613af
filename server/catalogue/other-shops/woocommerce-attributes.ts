import { partsIn } from '#server/catalogue/other-shops/woocommerce-columns.ts'

/** An attribute of a line, such as Size with S, M and L. */
export interface Attribute {
  name: string
  values: string[]
}

/** Values stand between commas, or between bars in older exports. */
const BETWEEN_VALUES = /(?<!\\),|\s\|\s/

/** Finds the attributes of a line by its cells; each has a column for its name and one for its values. */
export function readAttributes(keys: readonly string[]): (cells: readonly string[]) => Attribute[] {
  const places = keys.flatMap((key, name) => {
    const [, number] = /^attribute (\d+) name$/.exec(key) ?? []
    return number === undefined ? [] : [{ name, values: keys.indexOf(`attribute ${number} value(s)`) }]
  })
  return (cells) =>
    places.flatMap(({ name, values }) => {
      const written = cells[name]?.trim() ?? ''
      return written === '' ? [] : [{ name: written, values: partsIn(cells[values] ?? '', BETWEEN_VALUES) }]
    })
}
