/** How long idle connections stay open for their clients once the process is to stop. */
export const GRACE_MS = 1500

/**
 * How long everything may take to close; then the process ends by itself. Whoever runs it kills it later:
 * `compose.yaml` by `stop_grace_period`, `docs/operations/install.md` by `TimeoutStopSec`.
 * `prove/faults/stopping.ts` measures it.
 */
export const CLOSE_BUDGET_MS = 9000
