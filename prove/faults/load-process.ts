import { fork } from 'node:child_process'
import { once } from 'node:events'

import { startLoad, type Load, type LoadInputs } from '#prove/faults/visitor-traffic.ts'

/** What a load saw and did. Times are those of its own process. */
export interface LoadReport extends Pick<Load, 'visits' | 'paidOrders' | 'messages'> {
  /** Processor seconds that the load itself took. */
  cpuSeconds: number
  seconds: number
}

interface LoadProcess {
  /** Resolves when everybody has gone. */
  leave(): Promise<LoadReport>
}

/** Lets people come, as `startLoad` does, until the parent says that they leave. */
async function play(inputs: LoadInputs): Promise<void> {
  const [cpuBefore, begin] = [process.cpuUsage(), performance.now()]
  const load = startLoad(inputs)
  await once(process, 'message')
  await load.leave()
  const { user, system } = process.cpuUsage(cpuBefore)
  const { visits, paidOrders, messages } = load
  const seconds = (performance.now() - begin) / 1000
  process.send?.({ visits, paidOrders, messages, cpuSeconds: (user + system) / 1e6, seconds })
}

if (import.meta.main) {
  process.once('message', (inputs: LoadInputs) => void play(inputs))
  process.once('disconnect', () => process.exit())
}

/**
 * The same load as `startLoad`, from a process of its own, so that what it takes can be told from what the shop takes.
 */
export function startLoadProcess(inputs: LoadInputs): LoadProcess {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  child.send(inputs)
  return {
    async leave() {
      child.send('leave')
      const [report] = (await once(child, 'message')) as [LoadReport]
      child.disconnect()
      await once(child, 'exit')
      return report
    },
  }
}

/** The same for so long. */
export async function loadFor(milliseconds: number, inputs: LoadInputs): Promise<LoadReport> {
  const load = startLoadProcess(inputs)
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  return load.leave()
}
