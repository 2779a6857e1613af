import type { OpenDatabase } from '#server/db/open.ts'

/** What an answer shows of a product's stock, as the database announces its changes: every piece of it … */
export const piecesOf = (productId: string) => productId
/** … or only what a list tells: sold out, a few left, and in which sizes. */
export const wordOf = (productId: string) => `${productId}:word`
/** What depends on which sizes are in stock anywhere. */
export const TURNS = 'turns'

/** A word that only counts down ("Only 5 left") may be so late, so that a page is made anew at most that often. */
const WORD_DELAY_MS = 500
const SOON = ':few'

/** Says whether an answer that is finished still shows the catalogue as it is. */
export type IsCurrent = () => boolean

/** Follows every change of the catalogue, here or in another process on the same database. */
export interface CatalogueRevision {
  /** Grows with every change but those of stock alone. */
  readonly current: number
  /** Grows with those too that make a size sold out or bring it back. */
  readonly currentShelf: number
  /** To be called after a catalogue change has been committed here, so that the very next answer shows it. */
  bump(): void
  /** The same for a change of nothing but the stock of these products, or of what is said of them. */
  noteStock(productIds: readonly string[]): void
  /** To be called before an answer is made; once it is, what it returns is told whose stock the answer shows, and how. */
  begin(): (shown: readonly string[]) => IsCurrent
  close(): Promise<void>
}

/**
 * Follows the channel `catalogue`, on which the database announces every committed change of the catalogue: without a
 * payload anything may have changed; else it names what has changed of the stock.
 */
export async function followCatalogue(database: Pick<OpenDatabase, 'listen'>): Promise<CatalogueRevision> {
  let current = 1
  let turns = 0
  let moment = 0
  const changedAt = new Map<string, number>()
  const soon = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function bump() {
    current += 1
    // Whatever was begun before is over.
    changedAt.clear()
    soon.clear()
  }

  function change(keys: Iterable<string>) {
    moment += 1
    for (const key of keys) changedAt.set(key, moment)
  }

  function changeSoon(keys: readonly string[]) {
    for (const key of keys) soon.add(key)
    if (soon.size === 0) return
    timer ??= setTimeout(() => {
      timer = undefined
      change(soon)
      soon.clear()
    }, WORD_DELAY_MS).unref()
  }

  const stop = await database.listen('catalogue', (payload) => {
    if (payload === '') return bump()
    const keys = payload.split(' ')
    if (keys.includes(TURNS)) turns += 1
    change(keys.filter((key) => !key.endsWith(SOON)))
    changeSoon(keys.filter((key) => key.endsWith(SOON)).map((key) => wordOf(key.slice(0, -SOON.length))))
  })

  return {
    get current() {
      return current
    },
    get currentShelf() {
      return current + turns
    },
    bump,
    noteStock: (productIds) => change(productIds.map(piecesOf)),
    begin() {
      const revision = current
      const since = moment
      return (shown) => {
        let lookedAt = since
        let isCurrent = true
        return () => {
          if (current !== revision) return false
          if (isCurrent && lookedAt !== moment) {
            isCurrent = shown.every((key) => (changedAt.get(key) ?? 0) <= since)
            lookedAt = moment
          }
          return isCurrent
        }
      }
    },
    async close() {
      clearTimeout(timer)
      await stop()
    },
  }
}
