import type { Fault } from '#prove/faults/fault.ts'

import { clockJumps } from '#prove/faults/clock-jumps.ts'
import { courierChaos } from '#prove/faults/courier-chaos.ts'
import { courierHangs } from '#prove/faults/courier-hangs.ts'
import { fullDisk } from '#prove/faults/full-disk.ts'
import { oneNetwork } from '#prove/faults/one-network.ts'
import { overload } from '#prove/faults/overload.ts'
import { postgresFrozen } from '#prove/faults/postgres-frozen.ts'
import { postgresRestarts } from '#prove/faults/postgres-restarts.ts'
import { providerHangs } from '#prove/faults/provider-hangs.ts'
import { repeatedEvents } from '#prove/faults/repeated-events.ts'
import { restoredBackup } from '#prove/faults/restored-backup.ts'
import { secondProcess } from '#prove/faults/second-process.ts'
import { stopping } from '#prove/faults/stopping.ts'

/** Every fault that can be played, in the order of the documentation. */
export const FAULTS: readonly Fault[] = [
  postgresRestarts,
  postgresFrozen,
  fullDisk,
  secondProcess,
  clockJumps,
  providerHangs,
  courierHangs,
  courierChaos,
  repeatedEvents,
  overload,
  oneNetwork,
  stopping,
  restoredBackup,
]
