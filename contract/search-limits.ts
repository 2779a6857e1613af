/** The most characters of a search. */
export const MAX_SEARCH_CHARACTERS = 200
/** The header search suggests something from this many typed characters on. */
export const LEAST_SUGGESTION_CHARACTERS = 2
