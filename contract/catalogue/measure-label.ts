/** The name of a garment's measurement as people say it: `legOpening` is `Leg opening`. */
export function measureLabel(name: string): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
