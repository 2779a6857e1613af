import type { Fault } from '#prove/faults/fault.ts'

import { postgresFrozen } from '#prove/faults/postgres-frozen.ts'
import { postgresRestarts } from '#prove/faults/postgres-restarts.ts'
import { providerHangs } from '#prove/faults/provider-hangs.ts'

/** Every fault that can be played, in the order of the documentation. */
export const FAULTS: readonly Fault[] = [postgresRestarts, postgresFrozen, providerHangs]
