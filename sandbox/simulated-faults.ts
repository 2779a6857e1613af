import { z } from 'zod'

import { paise } from '#sandbox/amount-limits.ts'
import { LATE_FROM_MS, LATE_TO_MS } from '#sandbox/payment-outcomes.ts'

const milliseconds = z.int().min(0).max(600_000)
const times = z.int().min(0).max(1_000_000)

/** The faults that the sandbox plays. */
const FaultState = z.strictObject({
  /** Every answer of the API comes this much later, after the work is done. */
  delayMs: milliseconds,
  /** This many calls of the API are refused with `failStatus`, before any work. */
  failNext: times,
  failStatus: z.int().min(400).max(599),
  /** This many calls of the API do their work and then lose the connection instead of answering. */
  dropAnswerNext: times,
  /** Calls of the API wait, before any work, until this is switched off. */
  hang: z.boolean(),
  /** Every event is delivered this many times more, under its one id. */
  duplicateWebhooks: z.int().min(0).max(20),
  delayWebhooksMs: milliseconds,
  /** Events come in a random order. */
  shuffleWebhooks: z.boolean(),
  /** Buyers pay this many paise, at least 100, whatever the order says; 0 is off. */
  wrongAmount: z.union([z.literal(0), paise]),
  /** How long late payments take; 0 is the usual 2 to 4 seconds. */
  lateAfterMs: milliseconds,
  /** How long refunds stay pending. */
  refundAfterMs: milliseconds,
  /** This many refunds that are due fail, and their money is back at the provider. */
  failRefundNext: times,
})
type FaultState = z.infer<typeof FaultState>

/** A fault that is left out stays as it is. */
export const FaultSettings = FaultState.partial()

/** How events are put into the outbox. */
export interface WebhookPlan {
  /** The events of one change have one time, so that none is due before an earlier one. */
  from: Date
  copies: number
  delayMs: number
  /** Each delivery is put off by a random part of this. */
  spreadMs: number
}

const NO_FAULTS: FaultState = {
  delayMs: 0,
  failNext: 0,
  failStatus: 500,
  dropAnswerNext: 0,
  hang: false,
  duplicateWebhooks: 0,
  delayWebhooksMs: 0,
  shuffleWebhooks: false,
  wrongAmount: 0,
  lateAfterMs: 0,
  refundAfterMs: 1000,
  failRefundNext: 0,
}
const SHUFFLE_SPREAD_MS = 500

export type Faults = ReturnType<typeof createFaults>

/** The faults of one sandbox, in memory only: a restart ends them all. */
export function createFaults() {
  const state = { ...NO_FAULTS }
  let hanging = Promise.withResolvers<void>()

  const release = () => {
    state.hang = false
    hanging.resolve()
    hanging = Promise.withResolvers<void>()
  }

  return {
    /** Returns all faults as they are then. */
    change(settings: z.infer<typeof FaultSettings>): FaultState {
      Object.assign(state, settings)
      if (!state.hang) release()
      return { ...state }
    },
    state: (): FaultState => ({ ...state }),
    /** Counts down by one; true where it was above zero. */
    countDown(name: 'failNext' | 'dropAnswerNext' | 'failRefundNext'): boolean {
      if (state[name] === 0) return false
      state[name] -= 1
      return true
    },
    /** Resolves at once, or while `hang` is on, when it is switched off. */
    whileHanging: () => (state.hang ? hanging.promise : Promise.resolve()),
    /** Switches `hang` off. */
    release,
    webhookPlan: (): WebhookPlan => ({
      from: new Date(),
      copies: 1 + state.duplicateWebhooks,
      delayMs: state.delayWebhooksMs,
      spreadMs: state.shuffleWebhooks ? SHUFFLE_SPREAD_MS : 0,
    }),
    lateMs: () => state.lateAfterMs || LATE_FROM_MS + Math.random() * (LATE_TO_MS - LATE_FROM_MS),
  }
}
