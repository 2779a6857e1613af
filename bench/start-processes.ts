import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { startShopProcess, type ShopProcess } from '#prove/shop-process.ts'

import type { BareServerAnswers } from './bare-server.ts'

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
/** As in the service of docs/operations/install.md: threads that compress share their memory, and compiled code is kept. */
export const SERVICE = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: CACHE }

/** Starts the bare server with these answers. */
export async function startBareServer(answers: BareServerAnswers) {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Starts the whole shop as that service does, on a free port, without rate limits; resolves once it is ready. */
export function startShop(settings: Readonly<Record<string, string>>): Promise<ShopProcess> {
  return startShopProcess({ settings: { LOG_LEVEL: 'info', ...SERVICE, ...settings }, hasSwitch: false })
}
