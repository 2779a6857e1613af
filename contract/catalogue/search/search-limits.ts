/** The most characters of a search. */
export const MAX_SEARCH_CHARACTERS = 200
/** The header search suggests something from this many typed characters on. */
export const LEAST_SUGGESTION_CHARACTERS = 2
/** The most products and categories that it suggests. */
export const SUGGESTED_PRODUCTS = 5
export const SUGGESTED_CATEGORIES = 3
/** A search for bestsellers goes by the pieces that were sold within so many days; further products follow by age. */
export const MOST_SOLD_DAYS = 90
export const MOST_SOLD_PRODUCTS = 100
/** It looks for fewer letters in names only: they occur in too many texts. */
export const SHORTEST_SUGGESTED_SEARCH = 3
/** How many products a search without results shows instead. */
export const NEAREST_PRODUCTS = 8
