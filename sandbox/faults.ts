import { z } from 'zod'

const milliseconds = z.int().min(0).max(600_000)
const times = z.int().min(0).max(1_000_000)

/** The faults that the sandbox plays. */
export interface FaultState {
  /** Every answer of the API comes this much later, after the work is done. */
  delayMs: number
  /** This many calls of the API are refused with `failStatus`, before any work. */
  failNext: number
  failStatus: number
  /** This many calls of the API do their work and then lose the connection instead of answering. */
  dropAnswerNext: number
  /** Calls of the API wait, before any work, until this is switched off. */
  hang: boolean
  /** Every event is delivered this many times more, under its one id. */
  duplicateWebhooks: number
  delayWebhooksMs: number
  /** Events come in a random order. */
  shuffleWebhooks: boolean
  /** Buyers pay this many paise, at least 100, whatever the order says; 0 is off. */
  wrongAmount: number
  /** How long late payments take; 0 is the usual 2 to 4 seconds. */
  lateAfterMs: number
  /** How long refunds stay pending. */
  refundAfterMs: number
}

/** A fault that is left out stays as it is. */
export const FaultSettings = z
  .strictObject({
    delayMs: milliseconds,
    failNext: times,
    failStatus: z.int().min(400).max(599),
    dropAnswerNext: times,
    hang: z.boolean(),
    duplicateWebhooks: z.int().min(0).max(20),
    delayWebhooksMs: milliseconds,
    shuffleWebhooks: z.boolean(),
    wrongAmount: z.union([z.literal(0), z.int().min(100).max(1_000_000_000_000)]),
    lateAfterMs: milliseconds,
    refundAfterMs: milliseconds,
  })
  .partial()
type FaultSettings = z.infer<typeof FaultSettings>

/** How events are put into the outbox. */
export interface WebhookPlan {
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
}
const SHUFFLE_SPREAD_MS = 500
const LATE_FROM_MS = 2000
const LATE_TO_MS = 4000

/** The faults of one sandbox, in memory only: a restart ends them all. */
export interface Faults {
  turn(settings: FaultSettings): FaultState
  state(): FaultState
  /** Counts down by one; true where it was above zero. */
  countDown(name: 'failNext' | 'dropAnswerNext'): boolean
  /** Resolves at once, or while `hang` is on, when it is switched off. */
  whileHanging(): Promise<void>
  /** Switches `hang` off. */
  release(): void
  webhookPlan(): WebhookPlan
  lateMs(): number
}

export function createFaults(): Faults {
  const state = { ...NO_FAULTS }
  let hanging = Promise.withResolvers<void>()

  const release = () => {
    state.hang = false
    hanging.resolve()
    hanging = Promise.withResolvers<void>()
  }

  return {
    turn(settings) {
      Object.assign(state, settings)
      if (!state.hang) release()
      return { ...state }
    },
    state: () => ({ ...state }),
    countDown(name) {
      if (state[name] === 0) return false
      state[name] -= 1
      return true
    },
    whileHanging: () => (state.hang ? hanging.promise : Promise.resolve()),
    release,
    webhookPlan: () => ({
      copies: 1 + state.duplicateWebhooks,
      delayMs: state.delayWebhooksMs,
      spreadMs: state.shuffleWebhooks ? SHUFFLE_SPREAD_MS : 0,
    }),
    lateMs: () => state.lateAfterMs || LATE_FROM_MS + Math.random() * (LATE_TO_MS - LATE_FROM_MS),
  }
}
