import { z } from 'zod'

/** The least and the most that the provider takes, pays back or disputes at once. */
export const LEAST_PAISE = 100
const MOST_PAISE = 1_000_000_000_000

export const paise = z.int().min(LEAST_PAISE).max(MOST_PAISE)
