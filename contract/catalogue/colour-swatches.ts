/** The families that house colours belong to, in the order of the filter, each with the colour of its swatch. */
export const COLOUR_FAMILIES = [
  { name: 'Black', hex: '#1a1a1a' },
  { name: 'Grey', hex: '#8a8d91' },
  { name: 'White', hex: '#ffffff' },
  { name: 'Beige', hex: '#d9c8a9' },
  { name: 'Brown', hex: '#6f4a2f' },
  { name: 'Red', hex: '#b3261e' },
  { name: 'Orange', hex: '#c8622d' },
  { name: 'Yellow', hex: '#e8b93c' },
  { name: 'Green', hex: '#4d6b45' },
  { name: 'Blue', hex: '#2b4c7e' },
  { name: 'Purple', hex: '#6d4c86' },
  { name: 'Pink', hex: '#e2a0ae' },
] as const
export type ColourFamily = (typeof COLOUR_FAMILIES)[number]['name']
export const COLOUR_FAMILY_NAMES = COLOUR_FAMILIES.map(({ name }) => name) as [ColourFamily, ...ColourFamily[]]
