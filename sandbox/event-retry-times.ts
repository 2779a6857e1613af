import { backoffSeconds } from '#server/db/claim-due.ts'

const MOST_ATTEMPTS = 15
const PAUSE = { firstSeconds: 0.5, longestSeconds: 60 }

/** Seconds until an event that the shop did not take is sent again; undefined if it is given up. */
export const retrySeconds = (attempts: number): number | undefined =>
  attempts < MOST_ATTEMPTS ? backoffSeconds(attempts, PAUSE) : undefined
