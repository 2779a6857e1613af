/** The tags of a product, written one after the other with commas. Each counts once, whether in upper or lower case. */
export function tagsIn(written: string | null | undefined): string[] {
  const tags = (written ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]
}
