/** A browser's storage in memory. `isFull` makes it refuse every entry, as a browser does when its storage is full. */
export function memoryStorage(entries: Record<string, string> = {}, isFull = false): Storage {
  const kept = new Map(Object.entries(entries))
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
