// Loaded into the server's process before its own code (`node --import`): the clock of the process is
// `CLOCK_HOURS_AT_START` ahead, and each SIGUSR2 moves it to the next of the offsets in `CLOCK_HOURS`, the way a
// machine's clock jumps.

const HOUR_MS = 3_600_000
const offsets = (process.env.CLOCK_HOURS ?? '').split(',').map((hours) => Number(hours) * HOUR_MS)
const RealDate = Date
let offsetMs = Number(process.env.CLOCK_HOURS_AT_START ?? 0) * HOUR_MS

const now = () => RealDate.now() + offsetMs

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(now())
    else super(...(parts as [number]))
  }
  static override now = now
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof RealDate
  }
} as unknown as DateConstructor

process.on('SIGUSR2', () => {
  offsetMs = offsets.shift() ?? 0
})
