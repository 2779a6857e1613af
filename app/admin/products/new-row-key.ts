let count = 0

/** A key for a row that the server has not named yet. It holds for this page alone. */
export const newRowKey = (): string => `new-${(count += 1)}`
