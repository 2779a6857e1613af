import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

import { findBinaries, findPort, findRunner } from '#test/postgres.ts'

import { ask, isWhole, listMembers } from '#prove/nodes/cluster/members.ts'
import { createProgram, killServerProcess, type Program } from '#prove/nodes/cluster/programs.ts'
import { environmentOf, fillIn, type Values } from '#prove/nodes/cluster/templates.ts'

const NAMES = ['one', 'two', 'three'] as const
const POSTGRES = ['initdb', 'postgres', 'pg_rewind'] as const
const START_MS = 120_000
const POLL_MS = 200

/** A database machine: Patroni, and the PostgreSQL that it runs. */
export interface Node {
  name: string
  patroni: Program
  data: string
  api: string
}

export interface Cluster {
  /** The shop's database, by way of HAProxy. */
  databaseUrl: string
  nodes: readonly Node[]
  etcds: readonly Program[]
  haproxy: Program
  /** The node with this role now; rejects when there is none. */
  nodeOf(role: 'leader' | 'sync_standby'): Promise<Node>
  /** Hands the primary over to the synchronous standby, as `patronictl switchover` does. */
  switchOver(): Promise<void>
  /**
   * Resolves when every part of it runs: a primary, a synchronous standby, another standby, three etcd. Rejects when
   * that takes too long.
   */
  untilWhole(): Promise<void>
  /** The last lines of every program, to find out what went wrong. */
  lastLines(): string
  /** Ends every process of it at once. */
  stop(): void
}

/** A machine of the cluster: its folder, and where its programs listen. */
interface Place {
  name: string
  folder: string
  etcd: string
  peer: string
  postgres: string
  patroni: string
}

/** What a cluster needs that this machine does not have. */
export function listMissing(): string[] {
  const missing = ['patroni', 'etcd', 'haproxy', 'nginx'].filter((name) => findBinaries([name]) === undefined)
  return findBinaries(POSTGRES) === undefined ? [...missing, 'postgres'] : missing
}

const password = () => randomBytes(12).toString('hex')

async function until(what: string, isSo: () => Promise<boolean>, lastLines: () => string): Promise<void> {
  const end = performance.now() + START_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${START_MS / 1000} s\n${lastLines()}`)
    await wait(POLL_MS)
  }
}

/**
 * Starts three etcd, three PostgreSQL under Patroni and an HAProxy from what is installed, on free ports of the
 * loopback and in `home`, with the configurations of docs/operations/cluster, and makes the shop's database. Whoever
 * calls it removes `home`.
 */
export async function startCluster(home: string): Promise<Cluster> {
  const runner = await findRunner()
  const binaries = findBinaries(POSTGRES) ?? ''
  const makeFolder = (name: string) => {
    const folder = join(home, name)
    mkdirSync(folder)
    if (runner) chownSync(folder, runner.uid, runner.gid)
    chmodSync(folder, 0o700)
    return folder
  }
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 })
    if (runner) chownSync(file, runner.uid, runner.gid)
    return file
  }
  const places: Place[] = []
  for (const name of NAMES) {
    const addresses: string[] = []
    while (addresses.length < 4) addresses.push(`127.0.0.1:${await findPort()}`)
    const [etcd = '', peer = '', postgres = '', patroni = ''] = addresses
    places.push({ name, etcd, peer, postgres, patroni, folder: makeFolder(name) })
  }
  const shared: Values = {
    'etcd-members': places.map(({ name, peer }) => `${name}=http://${peer}`).join(','),
    'etcd-clients': places.map(({ etcd }) => etcd).join(','),
    network: '127.0.0.1/32',
    binaries,
    'postgres-password': password(),
    'replication-password': password(),
    'rewind-password': password(),
    'patroni-password': password(),
  }
  const parts = await Promise.all(
    places.map(async ({ name, etcd, peer, postgres, patroni, folder }) => {
      const data = join(folder, 'data')
      const values = {
        ...shared,
        name,
        etcd,
        'etcd-peer': peer,
        'etcd-folder': join(folder, 'etcd'),
        postgres,
        patroni,
        data,
        sockets: folder,
      }
      const file = write(join(folder, 'patroni.yml'), await fillIn('patroni.yml', values))
      const env = environmentOf(await fillIn('etcd.env', values))
      const own = { folder, runner }
      return {
        etcd: createProgram({ ...own, name: `etcd ${name}`, command: 'etcd', args: [], env }),
        node: {
          name,
          data,
          api: `http://${patroni}`,
          patroni: createProgram({ ...own, name: `patroni ${name}`, command: 'patroni', args: [file] }),
        },
      }
    }),
  )
  const etcds = parts.map(({ etcd }) => etcd)
  const nodes = parts.map(({ node }) => node)
  const listen = `127.0.0.1:${await findPort()}`
  const folder = makeFolder('haproxy')
  const ways = Object.fromEntries(
    places.flatMap(({ name, postgres, patroni }) => [
      [`postgres-${name}`, postgres],
      [`patroni-port-${name}`, new URL(`http://${patroni}`).port],
    ]),
  )
  const file = write(join(folder, 'haproxy.cfg'), await fillIn('haproxy.cfg', { listen, ...ways }))
  const haproxy = createProgram({ name: 'haproxy', command: 'haproxy', args: ['-db', '-f', file], folder, runner })

  const programs = [haproxy, ...nodes.map(({ patroni }) => patroni), ...etcds]
  function stop() {
    for (const program of programs) program.killNow()
    for (const { data } of nodes) killServerProcess(data)
  }
  process.once('exit', stop)

  const apis = nodes.map(({ api }) => api)
  const areEtcdsHealthy = async () => {
    const answers = await Promise.all(places.map(({ etcd }) => ask<{ health: string }>(`http://${etcd}/health`)))
    return answers.every((answer) => answer?.health === 'true')
  }
  async function nodeOf(role: 'leader' | 'sync_standby') {
    const name = (await listMembers(apis)).find((member) => member.role === role)?.name
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`there is no ${role} now`)
    return node
  }
  const lastLines = () => programs.map((program) => `--- ${program.name}\n${program.lastLines()}`).join('\n')

  const superuser = `postgres://postgres:${shared['postgres-password']}@${listen}/postgres`
  const shopPassword = password()
  try {
    for (const etcd of etcds) etcd.start()
    await until('three etcd', areEtcdsHealthy, lastLines)
    for (const { patroni } of nodes) patroni.start()
    haproxy.start()
    await until('a whole cluster', () => isWhole(apis), lastLines)
    // HAProxy asks once a second.
    await until('the primary behind HAProxy', () => makeDatabase(superuser, shopPassword), lastLines)
  } catch (error) {
    stop()
    throw error
  }
  return {
    databaseUrl: `postgres://selvedge:${shopPassword}@${listen}/selvedge`,
    nodes,
    etcds,
    haproxy,
    nodeOf,
    async switchOver() {
      const [leader, candidate] = await Promise.all([nodeOf('leader'), nodeOf('sync_standby')])
      const authorization = `Basic ${Buffer.from(`patroni:${shared['patroni-password']}`).toString('base64')}`
      const answer = await fetch(`${leader.api}/switchover`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      })
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
    },
    async untilWhole() {
      await until('a whole cluster', async () => (await isWhole(apis)) && areEtcdsHealthy(), lastLines)
    },
    lastLines,
    stop,
  }
}

async function makeDatabase(superuser: string, shopPassword: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: superuser })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    if (rows[0]?.is_standby !== false) return false
    await client.query(`create role selvedge login password '${shopPassword}'`)
    await client.query('create database selvedge owner selvedge')
    return true
  } catch (error) {
    if (error instanceof Error && 'severity' in error) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Removes everything that a cluster wrote; its processes may take a moment to let go. */
export const removeHome = (home: string) =>
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
