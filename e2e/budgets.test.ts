import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { FONTS, SCRIPT_BUDGETS, STYLES } from '#bench/budget-limits.ts'
import { fontBytes, listRoutes, listScripts, scriptBytes, styleBytes } from '#bench/page-bytes.ts'
import { buildDirOf } from '#server/start/config.ts'

import { sharedShop } from './journey.ts'

const BUILD_DIR = buildDirOf(process.env)

const inKb = (bytes: number) => bytes / 1000

test.each(Object.entries(SCRIPT_BUDGETS))('the scripts of %s stay within their budget', async (route, { limit }) => {
  const measured = inKb(await scriptBytes(BUILD_DIR, route))
  // Fewer bytes than the framework alone would mean that something was not counted.
  expect(measured).toBeGreaterThan(100)
  expect(measured).toBeLessThanOrEqual(limit)
})

test('styles and fonts stay within their budgets', async () => {
  const page = await (await fetch(`${sharedShop().origin}/getproducts`)).text()
  expect(page).not.toContain('rel="stylesheet"')
  const styles = inKb(await styleBytes(page))
  expect(styles).toBeLessThanOrEqual(STYLES.limit)
  const fonts = inKb(await fontBytes(BUILD_DIR))
  expect(fonts).toBeGreaterThan(20)
  expect(fonts).toBeLessThanOrEqual(FONTS.limit)
})

const ADMIN_WORDS = ['Admin Order Dashboard', 'Contact Submissions', 'Create Category', 'Mark as Unread', 'See More']

const textOf = async (scripts: readonly string[]) =>
  (await Promise.all(scripts.map((address) => readFile(join(BUILD_DIR, 'client', address), 'utf8')))).join('\n')

test('no storefront screen loads code of the admin area', async () => {
  const routes = await listRoutes(BUILD_DIR)
  const isAdmin = (route: string) => route.startsWith('routes/admin/')
  const scriptsOf = async (wanted: string[]) =>
    new Set((await Promise.all(wanted.map((route) => listScripts(BUILD_DIR, route)))).flat())
  const admin = await textOf([...(await scriptsOf(routes.filter(isAdmin)))])
  const shop = await textOf([...(await scriptsOf(routes.filter((route) => !isAdmin(route))))])
  for (const words of ADMIN_WORDS) {
    expect(admin).toContain(words)
    expect(shop).not.toContain(words)
  }
})
