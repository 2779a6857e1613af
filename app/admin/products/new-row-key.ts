let count = 0

/** A React key for a row that has no id yet, unique within this page. */
export const newRowKey = (): string => `new-${(count += 1)}`
