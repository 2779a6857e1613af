import type { OpenDatabase } from '#server/db/open.ts'

/** A number that grows with every change of the catalogue, here or in another process on the same database. */
export interface CatalogueRevision {
  readonly current: number
  /** To be called after a catalogue change has been committed here, so that the very next answer shows it. */
  bump(): void
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** Follows the channel `catalogue`, on which the database announces every committed change of the catalogue. */
export async function followCatalogue(database: Pick<OpenDatabase, 'listen'>): Promise<CatalogueRevision> {
  let current = 1
  const listeners: (() => void)[] = []
  const bump = () => {
    current += 1
    for (const listener of listeners) listener()
  }
  const stop = await database.listen('catalogue', bump)
  return {
    get current() {
      return current
    },
    bump,
    onChange: (listener) => void listeners.push(listener),
    close: stop,
  }
}
