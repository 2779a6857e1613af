/** The longest page that the provider returns. */
const PAGE_LENGTH = 100

/** Every page of a list whose period has ended, so that no page shifts while it is read. Each item comes once. */
export async function* pagesOf<Item extends { id: string }>(
  list: (page: { skip: number; count: number }) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const seen = new Set<string>()
  for (let skip = 0; ; skip += PAGE_LENGTH) {
    const items = await list({ skip, count: PAGE_LENGTH })
    const fresh = items.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    if (items.length < PAGE_LENGTH) return
  }
}
