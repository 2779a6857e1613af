import { HOUR_SECONDS } from '#contract/units/time-units.ts'

/**
 * Between two attempts at a picture that the shop itself failed at, such as with a full disk: twice as long after each.
 */
export const FETCH_PAUSE = { firstSeconds: 60, longestSeconds: HOUR_SECONDS }
