import { shiftClock } from '#test/shift-clock.ts'

// Loaded into the server's process before its own code (`node --import`): the clock of the process is
// `CLOCK_HOURS_AT_START` ahead, and each SIGUSR2 moves it to the next of the offsets in `CLOCK_HOURS`, the way a
// machine's clock jumps.

const HOUR_MS = 3_600_000
const offsets = (process.env.CLOCK_HOURS ?? '').split(',').map((hours) => Number(hours) * HOUR_MS)

shiftClock(Number(process.env.CLOCK_HOURS_AT_START ?? 0) * HOUR_MS)
process.on('SIGUSR2', () => shiftClock(offsets.shift() ?? 0))
