const RealDate = Date
let aheadMs = 0

const now = () => RealDate.now() + aheadMs

const ShiftedDate = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(now())
    else super(...(parts as [number]))
  }
  static override now = now
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof RealDate
  }
} as unknown as DateConstructor

/**
 * Sets the clock of this process, and with it that of an embedded database, so many milliseconds ahead of the true
 * time; it goes on from there. 0 sets it right.
 */
export function shiftClock(ms: number): void {
  aheadMs = ms
  globalThis.Date = ms === 0 ? RealDate : ShiftedDate
}

/** The same, to a moment. */
export const setClock = (moment: number): void => shiftClock(moment - RealDate.now())
