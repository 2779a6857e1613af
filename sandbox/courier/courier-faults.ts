import { z } from 'zod'

const milliseconds = z.int().min(0).max(600_000)
const times = z.int().min(0).max(1_000_000)
const share = z.number().min(0).max(1)

/** The faults that the emulated courier service plays. */
const CourierFaultState = z.strictObject({
  /** Every answer comes this much later, after the work is done. */
  delayMs: milliseconds,
  /** The work of every call begins this much later, also for a caller who has gone meanwhile. */
  workAfterMs: milliseconds,
  /** This many calls are refused with `failStatus`, before any work. */
  failNext: times,
  failStatus: z.int().min(400).max(599),
  /** This many calls do their work and then lose the connection instead of answering. */
  dropAnswerNext: times,
  /** This share of all calls does so, at random. */
  dropShare: share,
  /** Calls wait, before any work, until this is switched off. */
  hang: z.boolean(),
  /** No courier takes the parcel: a number is refused with this sentence. Empty is off. */
  noCourier: z.string().max(200),
  /** This share of the status calls never comes. */
  loseShare: share,
  /** Every status call comes this many times more. */
  repeats: z.int().min(0).max(20),
  delayEventsMs: milliseconds,
  /** Status calls come in a random order. */
  shuffle: z.boolean(),
})
type CourierFaultState = z.infer<typeof CourierFaultState>

/** A fault that is left out stays as it is. */
export const CourierFaultSettings = CourierFaultState.partial()

const NO_FAULTS: CourierFaultState = {
  delayMs: 0,
  workAfterMs: 0,
  failNext: 0,
  failStatus: 500,
  dropAnswerNext: 0,
  dropShare: 0,
  hang: false,
  noCourier: '',
  loseShare: 0,
  repeats: 0,
  delayEventsMs: 0,
  shuffle: false,
}
const SHUFFLE_SPREAD_MS = 2000

export type CourierFaults = ReturnType<typeof createCourierFaults>

/** The faults of one emulated courier service, in memory only: a restart ends them all. */
export function createCourierFaults() {
  const state = { ...NO_FAULTS }
  let hanging = Promise.withResolvers<void>()

  const release = () => {
    state.hang = false
    hanging.resolve()
    hanging = Promise.withResolvers<void>()
  }
  const countDown = (name: 'failNext' | 'dropAnswerNext'): boolean => {
    if (state[name] === 0) return false
    state[name] -= 1
    return true
  }

  return {
    /** Returns all faults as they are then. */
    change(settings: z.infer<typeof CourierFaultSettings>): CourierFaultState {
      Object.assign(state, settings)
      if (!state.hang) release()
      return { ...state }
    },
    state: (): CourierFaultState => ({ ...state }),
    isRefused: () => countDown('failNext'),
    losesAnswer: () => countDown('dropAnswerNext') || Math.random() < state.dropShare,
    /** Resolves at once, or while `hang` is on, when it is switched off. */
    whileHanging: () => (state.hang ? hanging.promise : Promise.resolve()),
    /** Switches `hang` off. */
    release,
    /** When each copy of a status call is due; none for one that is lost. */
    dueTimes(now: number): Date[] {
      if (Math.random() < state.loseShare) return []
      const spreadMs = state.shuffle ? SHUFFLE_SPREAD_MS : 0
      return Array.from(
        { length: 1 + state.repeats },
        () => new Date(now + state.delayEventsMs + Math.random() * spreadMs),
      )
    },
  }
}
