import type { Fault, Finding } from '#prove/faults/fault.ts'

import { FAULTS } from '#prove/faults/list.ts'

const say = (line: string) => console.log(line)

const rowOf = ({ what, seen, isMet }: Finding) => `  ${isMet ? 'met    ' : 'NOT MET'}  ${what}: ${seen}`

async function play({ name, title, run }: Fault): Promise<boolean> {
  say(`\n— ${title} (${name})`)
  const begin = performance.now()
  const outcome = await run((line) => say(`  … ${line}`)).catch((error: unknown): Finding[] => [
    {
      what: 'the fault can be played',
      seen: error instanceof Error ? (error.stack ?? error.message) : String(error),
      isMet: false,
    },
  ])
  const seconds = Math.round((performance.now() - begin) / 1000)
  if ('notRun' in outcome) {
    say(`  NOT RUN: ${outcome.notRun}`)
    return true
  }
  for (const found of outcome) say(rowOf(found))
  say(`  ${seconds} s`)
  return outcome.every(({ isMet }) => isMet)
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !FAULTS.some((fault) => fault.name === name))
if (unknown.length > 0) {
  say(`There is no fault ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const failed: string[] = []
for (const fault of FAULTS) {
  if (asked.length > 0 && !asked.includes(fault.name)) continue
  if (!(await play(fault))) failed.push(fault.name)
}
say(failed.length === 0 ? '\nEverything that must be seen was seen.' : `\nNot as it must be: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
