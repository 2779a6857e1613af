/** A JSON value that this device saved; undefined if it is missing or broken. */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Saves a text on this device. A full or forbidden storage only logs `warning`. */
export function saveText(storage: Storage, key: string, text: string, warning: string): void {
  try {
    storage.setItem(key, text)
  } catch {
    console.warn(warning)
  }
}
