import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'

import { finding, none, type Finding } from '#prove/faults/fault.ts'
import { checkOrders, startVisitors, waitUntilReady } from '#prove/nodes/visitors.ts'
import { prepareShop } from '#prove/prepare-shop.ts'
import { openDatabase } from '#server/db/open.ts'
import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { createEmpty } from '#test/engines.ts'
import { DURABLE, findPort, startPostgres } from '#test/postgres.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const IMAGE = 'localhost/selvedge'
const MOST_MB = 250
const BUYERS = 4
const PHASE_MS = 6000
/**
 * The container needs no program of its own beside the machine's kernel, so this runs where containers cannot be
 * nested.
 */
const ISOLATION = '--isolation=chroot'

type Settings = Readonly<Record<string, string>>

const { values } = parseArgs({ options: { base: { type: 'string' } } })

async function buildah(...args: string[]): Promise<string> {
  return (await run('buildah', args, { cwd: ROOT })).stdout.trim()
}

/**
 * Builds the image on Debian's slim image, or on `base`. Returns how many MB a registry holds of it, which is
 * compressed.
 */
async function buildImage(base: string | undefined): Promise<number> {
  const args = ['build', '--layers', ISOLATION, ...(base ? [`--build-arg=DEBIAN=${base}`] : []), `--tag=${IMAGE}`, '.']
  const child = spawn('buildah', args, { cwd: ROOT, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The image could not be built: ${code}`)
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-image-'))
  try {
    const archive = join(folder, 'image.tar')
    await buildah('push', '--quiet', IMAGE, `oci-archive:${archive}`)
    return (await stat(archive)).size / 1e6
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Containers of the image, each with the two folders, beside the volumes that the image names: buildah keeps those for
 * itself.
 */
function openContainers(folders: { data: string; backups: string }) {
  const begun: string[] = []
  const volumes = [`--volume=${folders.data}:/mnt/data`, `--volume=${folders.backups}:/mnt/backups`]

  async function prepare(settings: Settings): Promise<string[]> {
    const container = await buildah('from', IMAGE)
    begun.push(container)
    const environment = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`)
    return ['run', ISOLATION, ...volumes, ...environment, container, '--']
  }

  return {
    /** Runs a command as the image's user to its end, and returns what it wrote. */
    async command(settings: Settings, ...command: string[]): Promise<string> {
      return buildah(...(await prepare(settings)), ...command)
    },
    /** Starts the shop on this port; resolves once it is ready. */
    async start(port: number, settings: Settings, ...args: string[]) {
      const place = { HOST: '127.0.0.1', PORT: String(port) }
      const command = ['node', 'server/start/main.ts', ...args]
      const child = spawn('buildah', [...(await prepare({ ...settings, ...place })), ...command], {
        detached: true,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const ended = once(child, 'exit')
      const origin = `http://127.0.0.1:${port}`
      const isGone = ended.then(() =>
        Promise.reject(new Error(`A container ended before it was ready: ${command.join(' ')}`)),
      )
      await Promise.race([waitUntilReady(origin), isGone])
      isGone.catch(() => undefined)
      const end = async (signal: NodeJS.Signals) => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
        await ended
      }
      return { origin, kill: () => end('SIGKILL') }
    },
    async remove(): Promise<void> {
      if (begun.length > 0) await buildah('rm', ...begun)
    },
  }
}

/** How many orders there are, and what does not add up. */
async function readRecords(databaseUrl: string): Promise<{ orders: number; broken: string[] }> {
  const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
  try {
    const { db } = database
    const counted = db.selectFrom('orders').select(({ fn }) => fn.countAll<number>().as('count'))
    const { count } = await counted.executeTakeFirstOrThrow()
    const broken = await listBrokenInvariants(db)
    return { orders: count, broken: broken.map(({ invariant, subject }) => `${invariant}: ${subject}`) }
  } finally {
    await database.close()
  }
}

/**
 * Two shops and a worker; one is killed while people buy and is started again; then a backup fills an empty database.
 */
async function playShop(): Promise<Finding[]> {
  const server = await startPostgres(DURABLE)
  if (!server) throw new Error('This needs the programs of a PostgreSQL server on this machine.')
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-containers-'))
  const volume = async (name: string) => {
    const path = await mkdtemp(join(folder, name))
    // The image's user has another number on this machine.
    await chmod(path, 0o777)
    return path
  }
  await chmod(folder, 0o755)
  const containers = openContainers({ data: await volume('data-'), backups: await volume('backups-') })
  try {
    const databaseUrl = await createEmpty(server)
    const prepared = await prepareShop({ databaseUrl, folder: await volume('made-'), buyers: BUYERS, plenty: BUYERS })
    const settings = { DATA_DIR: '/mnt/data/shop', DATABASE_URL: databaseUrl, PAYMENTS: 'sandbox', LOG_LEVEL: 'fatal' }
    // What nobody but root may look into is passed over.
    const search = 'find /usr /etc /shop -xdev -writable ! -type l 2>/dev/null || true'
    const writable = await containers.command({}, 'sh', '-c', search)
    const serving = { ...settings, JOBS: 'off' }
    const [firstPort, secondPort, workerPort] = [await findPort(), await findPort(), await findPort()]
    const first = await containers.start(firstPort, serving)
    const second = await containers.start(secondPort, serving)
    const worker = await containers.start(workerPort, { ...settings, PUBLIC_URL: first.origin }, '--worker')
    const half = prepared.buyers.length / 2
    const groups = [
      startVisitors(first.origin, { ...prepared, buyers: prepared.buyers.slice(0, half) }),
      startVisitors(second.origin, { ...prepared, buyers: prepared.buyers.slice(half) }),
    ]
    const countBought = () => groups.map((group) => group.countBought())
    await wait(PHASE_MS)
    await first.kill()
    const [ofKilled = 0, ofOther = 0] = countBought()
    await wait(PHASE_MS)
    const meanwhile = (countBought()[1] ?? 0) - ofOther
    const again = await containers.start(firstPort, serving)
    await wait(PHASE_MS)
    const afterwards = (countBought()[0] ?? 0) - ofKilled
    const left = await Promise.all(groups.map((group) => group.leave()))
    const visits = left.flatMap((group) => group.visits)
    const paidOrders = left.flatMap((group) => group.paidOrders)
    for (const shop of [again, second, worker]) await shop.kill()
    const database = await openDatabase({ databaseUrl, dataDir: '', onFatal: () => undefined })
    const isKept = await checkOrders(database.db, visits, paidOrders)
    await database.close()
    const kept = await readRecords(databaseUrl)
    await containers.command(settings, 'node', 'server/start/backup-command.ts', '/mnt/backups/shop.tar.gz')
    const restoredUrl = await createEmpty(server)
    const elsewhere = { ...settings, DATABASE_URL: restoredUrl, DATA_DIR: '/mnt/data/restored' }
    const said = await containers.command(
      elsewhere,
      'node',
      'server/start/restore-command.ts',
      '/mnt/backups/shop.tar.gz',
    )
    const restored = await readRecords(restoredUrl)
    const reopened = await containers.start(firstPort, elsewhere)
    await reopened.kill()
    return [
      none('file or folder of the image that its user can write', writable.split('\n').filter(Boolean)),
      finding('orders at the second container while the first was killed', meanwhile, meanwhile > 0),
      finding('orders at the first after it was started again', afterwards, afterwards > 0),
      finding('everything that was answered with success is there', String(isKept), isKept),
      none('invariant broken', kept.broken),
      finding('orders after the restore', `${restored.orders} of ${kept.orders}`, restored.orders === kept.orders),
      none('invariant broken after the restore', restored.broken),
      finding('the restore says so', said.split('\n').at(-1) ?? '', said.includes('Money and stock add up.')),
    ]
  } finally {
    await containers.remove()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const megabytes = await buildImage(values.base)
const findings = [
  finding(`compressed megabytes of the image, of at most ${MOST_MB}`, Math.round(megabytes), megabytes <= MOST_MB),
  ...(await playShop()),
]
for (const { what, seen, isMet } of findings) console.log(`  ${isMet ? 'met    ' : 'NOT MET'}  ${what}: ${seen}`)
process.exit(findings.every(({ isMet }) => isMet) ? 0 : 1)
