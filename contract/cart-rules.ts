/** The most pieces of one line: keeps one customer from holding a whole shelf. */
export const MAX_LINE_QUANTITY = 10
