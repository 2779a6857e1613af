import { globSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { emailTyped } from '#contract/schemas/email-address.ts'
import { codeTyped, lineTyped, trimTyped } from '#contract/schemas/typed-text.ts'

const files = globSync('**/*.ts', { cwd: join(import.meta.dirname, '..'), exclude: ['**/*.test.ts'] })
const modules = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ `#contract/${file}`) as Promise<object>),
)
const SCHEMAS = modules.flatMap((members) => Object.values(members).filter((member) => member instanceof z.ZodType))

/** About as much as the body of a call may hold, each with a long run that a careless pattern reads again and again. */
const LONG_TEXTS = [
  `a${' '.repeat(250_000)}b`,
  `a${'\u200B'.repeat(80_000)}b`,
  `a${'\u{E0020}'.repeat(60_000)}b`,
  'é'.repeat(120_000),
  `${'é'.repeat(120_000)}@example.com`,
  `e${'\u0301\u0316'.repeat(60_000)}`,
  '1'.repeat(250_000),
  '@'.repeat(250_000),
  'a.'.repeat(120_000),
  `a${'\n'.repeat(250_000)}b`,
]

/** A value of the shape that a schema takes, with the text in every place. */
function filledWith(text: string, schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.ZodType)._zod as unknown as { def: z.core.$ZodTypes['_zod']['def'] }
  if (def.type === 'object') {
    return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, filledWith(text, field)]))
  }
  if (def.type === 'array') return [filledWith(text, def.element)]
  if (def.type === 'record') return { [text]: filledWith(text, def.valueType) }
  if (def.type === 'union') return def.options[0] && filledWith(text, def.options[0])
  if (def.type === 'pipe') return filledWith(text, def.in instanceof z.ZodTransform ? def.out : def.in)
  return 'innerType' in def ? filledWith(text, def.innerType) : text
}

/** The milliseconds that this process computes meanwhile, whatever else the machine does. */
function computingTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

test('a text as long as a call can be is soon read, whichever schema it is sent to', () => {
  expect(SCHEMAS.length).toBeGreaterThan(100)
  const spent = SCHEMAS.map((schema) => {
    const bodies = LONG_TEXTS.map((text) => filledWith(text, schema))
    return computingTime(() => {
      for (const body of bodies) schema.safeParse(body)
    })
  })
  // A run that is read again for each of its characters takes a hundred times as long.
  expect(Math.max(...spent)).toBeLessThan(1500)
})

test('a long run inside a text is read once', () => {
  const [blanks = '', unseen = '', tags = ''] = LONG_TEXTS
  const spent = computingTime(() => {
    for (const text of [blanks, unseen, tags]) {
      expect(trimTyped(` ${text} `) === text).toBe(true)
      expect(lineTyped(` ${text} `) === text).toBe(true)
      expect(codeTyped(` ${text} `) === 'ab').toBe(true)
    }
    expect(emailTyped(` ${blanks} `) === blanks).toBe(true)
    expect(emailTyped(`${tags.slice(1, -1)}a@b.in${tags.slice(1, -1)}`) === 'a@b.in').toBe(true)
  })
  expect(spent).toBeLessThan(2000)
})
