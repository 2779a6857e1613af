import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#prove/random.ts'
import type { CompareAtRest } from '#prove/chaos.ts'
import type { World } from '#prove/world.ts'
import type { Fixture } from '#prove/fixture.ts'

import { listBroken } from '#prove/verifier.ts'
import { bringActors, type Traffic } from '#prove/buyers.ts'
import { KILL_POINTS } from '#prove/kill-points.ts'
import { ShopGone, type ShopProcess } from '#prove/shop-process.ts'

const BUYERS = 8
/** If the point is not reached within this time, the process is killed wherever it is. */
const LIFE_MS = 6000
/** After this many kills the records of shop and provider are compared at rest. */
const BETWEEN_RESTS = 10

interface KillFindings {
  kills: number
  /** How many of them died at each point; the others were killed wherever they were. */
  atPoints: Map<string, number>
  readySeconds: number[]
  restSeconds: number[]
}

interface KillAt {
  point: string
  nth: number
}

async function checkNow(world: World, { db }: ShopProcess): Promise<void> {
  for (const line of await world.acknowledged.listLost(db)) world.faults.push(`lost: ${line}`)
  world.faults.push(...(await listBroken(db)))
}

async function actUntilKilled(world: World, traffic: Traffic, shop: ShopProcess): Promise<boolean> {
  const act = traffic.act()
  const timeout = new AbortController()
  const late = sleep(LIFE_MS, 'late', { signal: timeout.signal }).catch(() => 'late')
  const isAtPoint = (await Promise.race([shop.ended, late])) !== 'late'
  timeout.abort()
  await shop.kill()
  world.isOver = true
  await act
  world.isOver = false
  return isAtPoint
}

/** Starts a process, checks the records, lets the actors act and kills it. True if it died at its kill point. */
async function runUntilKilled(
  world: World,
  fixture: Fixture,
  traffic: Traffic,
  killAt: KillAt,
  readySeconds: number[],
): Promise<boolean> {
  let shop: ShopProcess | undefined
  try {
    shop = await fixture.start(killAt)
    readySeconds.push(shop.readySeconds)
    world.shops.push(shop)
    await checkNow(world, shop)
    return await actUntilKilled(world, traffic, shop)
  } catch (error) {
    // The start itself may reach the point; then the process is gone before its records can be checked.
    const isDead = shop ? shop.hasEnded() : error instanceof ShopGone && error.how === 'SIGKILL'
    if (!isDead) throw error
    return true
  } finally {
    world.shops = world.shops.filter((each) => each !== shop)
  }
}

interface KillOptions {
  kills: number
  /** All of `KILL_POINTS` unless given. */
  points?: readonly string[] | undefined
  compareAtRest: CompareAtRest
  say: (line: string) => void
}

/**
 * Kills a process of the shop (`kill -9`) again and again, in turn at every point of `KILL_POINTS`, while it is busy,
 * and starts it again. After each death everything that was acknowledged must be there; after every tenth, and the
 * last, every payment must end with its order or its refund.
 */
export async function playKills(
  world: World,
  fixture: Fixture,
  random: Random,
  { kills, points, compareAtRest, say }: KillOptions,
): Promise<KillFindings> {
  const findings: KillFindings = { kills: 0, atPoints: new Map(), readySeconds: [], restSeconds: [] }
  const names = points ?? Object.keys(KILL_POINTS)
  const traffic = await bringActors(world, random, BUYERS)
  let pending: string[] = []
  while (findings.kills < kills && world.faults.length === 0) {
    while (world.shops.length >= fixture.processes) await world.shops.shift()?.kill()
    if (pending.length === 0) pending = random.shuffled(names)
    const point = pending.shift() ?? ''
    const isAtPoint = await runUntilKilled(
      world,
      fixture,
      traffic,
      { point, nth: random.between(1, 3) },
      findings.readySeconds,
    )
    if (isAtPoint) findings.atPoints.set(point, (findings.atPoints.get(point) ?? 0) + 1)
    findings.kills += 1
    if (findings.kills % BETWEEN_RESTS > 0 && findings.kills < kills) continue
    const fresh = await fixture.start()
    findings.readySeconds.push(fresh.readySeconds)
    world.shops.push(fresh)
    await checkNow(world, fresh)
    findings.restSeconds.push(await compareAtRest())
    say(`${findings.kills} kills, at rest after ${findings.restSeconds.at(-1)?.toFixed(1)} s`)
  }
  return findings
}
