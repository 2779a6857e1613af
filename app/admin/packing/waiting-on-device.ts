/** When something was saved here last; two in one millisecond are told apart. */
let lastAt = 0

/** Writes to the storage of the device. */
function tryStoring(store: () => void): void {
  try {
    store()
  } catch {
    // Full or forbidden: the page itself still has what waits, which is lost only if it is closed, too.
  }
}

/**
 * What waits on this device until the server has it. Each thing has an entry of its own, so that two tabs keep what
 * both have done. A full or forbidden storage is ignored.
 *
 * @param isWhole whether what an entry says can be used; else it counts as not there
 */
export function waitingOnDevice<Waiting extends object>(
  prefix: string,
  isWhole: (said: { [Name in keyof Waiting]?: unknown }) => boolean,
) {
  function entryIn(text: string | null): { waiting: Waiting; at: number }[] {
    try {
      const { at, ...said } = JSON.parse(text ?? '{}') as { at: unknown }
      return typeof at === 'number' && isWhole(said) ? [{ waiting: said as Waiting, at }] : []
    } catch {
      return []
    }
  }

  return {
    /** The oldest first; nothing if it cannot be read. */
    read(storage: Storage): Waiting[] {
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        const entries = keys.filter((key) => key.startsWith(prefix)).flatMap((key) => entryIn(storage.getItem(key)))
        return entries.toSorted((one, other) => one.at - other.at).map(({ waiting }) => waiting)
      } catch {
        return []
      }
    },
    /** Keeps it after all that wait, in the place of an earlier one of its key. */
    save(storage: Storage, key: string, waiting: Waiting): void {
      lastAt = Math.max(Date.now(), lastAt + 1)
      tryStoring(() => storage.setItem(prefix + key, JSON.stringify({ ...waiting, at: lastAt })))
    },
    /** Forgets what the server has, or will never take. */
    remove(storage: Storage, keys: Iterable<string>): void {
      tryStoring(() => {
        for (const key of keys) storage.removeItem(prefix + key)
      })
    },
  }
}
