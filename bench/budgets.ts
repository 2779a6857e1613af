import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { serveShop } from '#e2e/serve.ts'
import { describeMachine, loadNow } from '#prove/machine.ts'
import { buildDirOf } from '#server/start/config.ts'

import * as budgets from './budget-limits.ts'
import { measureInteractions } from './interactions.ts'
import { measureVisits, visitedPages } from './lighthouse.ts'
import { fontBytes, scriptBytes, styleBytes } from './page-bytes.ts'

const ROUNDS = 5
const RESULT = join(import.meta.dirname, 'budgets.md')
const BUILD_DIR = buildDirOf(process.env)

interface Line {
  place: string
  budget: budgets.Budget
  measured: number
}

const inKb = (bytes: number) => bytes / 1000
const written = (value: number) => String(Number(value.toFixed(value < 10 ? 2 : 1)))

async function weighPictures(origin: string, productId: string): Promise<Line[]> {
  const weigh = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { accept: 'image/avif,image/webp,*/*' } })
    return inKb((await answer.arrayBuffer()).byteLength)
  }
  const budget = budgets.FIRST_PICTURE
  return [
    { place: 'home', budget, measured: await weigh('/hero.avif') },
    { place: 'list', budget, measured: await weigh(`/api/products/image/${productId}/0?w=480`) },
    { place: 'product', budget, measured: await weigh(`/api/products/image/${productId}/0?w=800`) },
  ]
}

async function weighBuild(html: string): Promise<Line[]> {
  const scripts = Object.entries(budgets.SCRIPT_BUDGETS).map(async ([route, budget]) => ({
    place: route.split('/').at(-1) ?? route,
    budget,
    measured: inKb(await scriptBytes(BUILD_DIR, route)),
  }))
  return [
    ...(await Promise.all(scripts)),
    { place: 'every page', budget: budgets.STYLES, measured: inKb(await styleBytes(html)) },
    { place: 'every page', budget: budgets.FONTS, measured: inKb(await fontBytes(BUILD_DIR)) },
  ]
}

async function visitPages(origin: string, productPath: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const [place, path] of Object.entries(visitedPages(productPath))) {
    const figures = await measureVisits(origin + path, ROUNDS)
    for (const [name, budget] of Object.entries(budgets.LIGHTHOUSE)) {
      lines.push({ place, budget, measured: figures[name] ?? Number.NaN })
    }
    console.log(`${place}: ${JSON.stringify(figures)}`)
  }
  return lines
}

function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ place, budget, measured }) => {
    const { name, unit, target, limit } = budget
    const verdict = budgets.isBroken(budget, measured) ? '**broken**' : ''
    return `| ${place} | ${name} | ${target} | ${limit} | ${written(measured)} | ${unit} | ${verdict} |`
  })
  return ['| where | what | target | fails past | measured | | |', '|---|---|---|---|---|---|---|', ...rows].join('\n')
}

const shop = await serveShop({ AVIF: 'on' })
try {
  const { products } = (await (
    await fetch(`${shop.origin}/api/products/getallproductsindb?page=1&inStock=true`)
  ).json()) as {
    products: { _id: string }[]
  }
  const productId = products[0]?._id ?? ''
  const productPath = `/product/${productId}`
  const html = await (await fetch(`${shop.origin}/`)).text()
  const interactions = await measureInteractions(shop.origin, productPath, ROUNDS)
  const lines = [
    ...(await weighBuild(html)),
    ...(await visitPages(shop.origin, productPath)),
    ...Object.entries(interactions).map(([place, measured]) => ({ place, budget: budgets.INTERACTION, measured })),
    ...(await weighPictures(shop.origin, productId)),
  ]
  const taken = `Taken on ${new Date().toISOString().slice(0, 10)} on ${await describeMachine()}, load ${loadNow()}.`
  const about = `\`npm run budgets\` wrote this. Lighthouse: phone, slow 4G, 4× CPU, median of ${ROUNDS} visits.`
  const text = `# Budgets\n\n${about} ${taken}\n\n${tableOf(lines)}\n`
  await writeFile(RESULT, text)
  console.log(tableOf(lines))
  const broken = lines.filter(({ budget, measured }) => budgets.isBroken(budget, measured))
  console.log(`${lines.length - broken.length} budgets kept, ${broken.length} broken`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await shop.stop()
}
