import { setTimeout as wait } from 'node:timers/promises'

import type { ShopProcess } from '#prove/shop-process.ts'

import { killServerProcess } from '#prove/nodes/cluster/programs.ts'
import type { Cluster, Node } from '#prove/nodes/cluster/start-cluster.ts'

/** What is killed: the cluster and the shop's processes, of which one can be started anew. */
export interface Targets {
  cluster: Cluster
  shops: ShopProcess[]
  startShop(index: number): Promise<ShopProcess>
  /** Resolves when people buy again. */
  untilBought(): Promise<void>
}

export interface KillKind {
  name: string
  /** The longest pause in buying that is allowed. */
  limitSeconds: number
  /** Kills, and starts again what does not start by itself. */
  play(targets: Targets, round: number): Promise<void>
}

/** How long a service that died stays away. */
const RESTART_MS = 3000
const SHOP_RESTART_MS = 1000

async function loseNode({ patroni, data }: Node, untilBought: () => Promise<void>) {
  const killed = patroni.kill()
  killServerProcess(data)
  await killed
  // The others must first go on without the lost machine.
  await untilBought()
  patroni.start()
}

/** In the order in which they are played, again and again. */
export const KILL_KINDS: readonly KillKind[] = [
  {
    name: 'primary’s PostgreSQL',
    limitSeconds: 7,
    play: async ({ cluster }) => {
      if (!killServerProcess((await cluster.nodeOf('leader')).data)) throw new Error('the primary has no process')
    },
  },
  {
    name: 'primary’s whole node',
    limitSeconds: 25,
    play: async ({ cluster, untilBought }) => loseNode(await cluster.nodeOf('leader'), untilBought),
  },
  {
    name: 'synchronous standby’s node',
    limitSeconds: 7,
    play: async ({ cluster, untilBought }) => loseNode(await cluster.nodeOf('sync_standby'), untilBought),
  },
  {
    name: 'an etcd',
    limitSeconds: 7,
    play: async ({ cluster: { etcds } }, round) => {
      const etcd = etcds[round % etcds.length]
      await etcd?.kill()
      await wait(RESTART_MS)
      etcd?.start()
    },
  },
  {
    name: `HAProxy, back after ${RESTART_MS / 1000} s`,
    limitSeconds: 7,
    play: async ({ cluster: { haproxy } }) => {
      await haproxy.kill()
      await wait(RESTART_MS)
      haproxy.start()
    },
  },
  {
    name: 'a shop process',
    limitSeconds: 7,
    play: async ({ shops, startShop }, round) => {
      const index = round % shops.length
      await shops[index]?.kill()
      await wait(SHOP_RESTART_MS)
      shops[index] = await startShop(index)
    },
  },
  { name: 'planned switchover', limitSeconds: 7, play: ({ cluster }) => cluster.switchOver() },
]

/** `count` kills, each kind in turn. */
export const planKills = (count: number): KillKind[] =>
  Array.from({ length: count }, (_, index) => KILL_KINDS[index % KILL_KINDS.length]).filter(
    (kind) => kind !== undefined,
  )
