/** An attribute of a line, such as Size with S, M and L. */
export interface Attribute {
  name: string
  values: string[]
}

const valuesIn = (text: string) =>
  text
    .split(/(?<!\\),|\s\|\s/)
    .map((value) => value.replaceAll('\\,', ',').trim())
    .filter(Boolean)

/** Finds the attributes of a line by its cells; each has a column for its name and one for its values. */
export function readAttributes(keys: readonly string[]): (cells: readonly string[]) => Attribute[] {
  const places = keys.flatMap((key, name) => {
    const [, number] = /^attribute (\d+) name$/.exec(key) ?? []
    return number === undefined ? [] : [{ name, values: keys.indexOf(`attribute ${number} value(s)`) }]
  })
  return (cells) =>
    places.flatMap(({ name, values }) => {
      const written = cells[name]?.trim() ?? ''
      return written === '' ? [] : [{ name: written, values: valuesIn(cells[values] ?? '') }]
    })
}
