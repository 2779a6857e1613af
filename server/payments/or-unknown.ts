import { ProviderRefused } from '#server/payments/provider-errors.ts'

/** What the provider answers about one id; undefined if it knows no such id. Other refusals are thrown. */
export async function orUnknown<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderRefused && (error.status === 400 || error.status === 404)) return undefined
    throw error
  }
}
