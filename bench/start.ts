import { onEachEngine } from './engines.ts'
import { playRounds } from './figures.ts'
import { prepareShop } from './prepare.ts'
import { startBareServer, startShop } from './start-processes.ts'

const ANSWERS = new Map([['/', { headers: { 'content-length': '2' }, body: Buffer.from('ok') }]])

async function startBare(): Promise<number> {
  const begin = performance.now()
  const bare = await startBareServer(ANSWERS)
  await (await fetch(bare.origin)).text()
  const seconds = (performance.now() - begin) / 1000
  await bare.stop()
  return seconds
}

async function startOnce(settings: Record<string, string>): Promise<number> {
  const shop = await startShop(settings)
  await shop.stop()
  return shop.readySeconds
}

const MEASURES = {
  'start until ready': ['s', 'existing database, pages built'],
  'start of the bare server': ['s'],
} as const

/** From the start of the process to its first `/readyz`. */
export const start = onEachEngine(async ({ name, createDatabase }, { rounds }) => {
  const { settings, remove } = await prepareShop({ databaseUrl: await createDatabase(), products: 100 })
  const figures = await playRounds(rounds, name, MEASURES, async () => ({
    'start of the bare server': await startBare(),
    'start until ready': await startOnce(settings),
  }))
  await remove()
  return figures
})
