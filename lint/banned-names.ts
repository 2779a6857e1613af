/** Names of files and folders that say nothing. */
export const MEANINGLESS_NAMES = new Set(['utils', 'helpers', 'misc', 'common', 'lib', 'manager', 'data', 'info'])

/** Words that this project once used in a sense of its own, each with what the field says instead. */
const OLD_WORDS: Readonly<Record<string, string>> = {
  anchor: 'reference',
  arrived: 'deferred data',
  arriving: 'deferred data',
  asleep: 'not yet hydrated',
  awake: 'hydrated',
  books: 'reconciliation',
  chance: 'random',
  crowd: 'visitors or load',
  desk: 'admin',
  door: 'route or entry',
  fate: 'outcome',
  gate: 'limiter',
  judge: 'verifier',
  kept: 'cached or stored',
  knob: 'fault or setting',
  lane: 'limiter',
  market: 'world or fixture',
  memo: 'cache',
  operator: 'provider',
  patient: 'waitsForLocks',
  people: 'customers, actors or staff',
  pulse: 'event loop delay',
  recall: 'restore',
  reckon: 'measure',
  shape: 'schema or layout',
  sheet: 'csv or detail',
  shelf: 'product list',
  shelves: 'product lists',
  stage: 'fixture',
  standing: 'queued',
  sweep: 'check, or what the job does',
  told: 'published',
  turned: 'rejected',
  veil: 'overlay',
  wake: 'hydrate or notify',
  wish: 'input',
  yardstick: 'reference',
}

/**
 * Says in one sentence which word of a name is to be replaced; undefined when all are plain.
 *
 * @param name of a file or an export: `stock-lane`, `openDesk`, `BOOKS_PER_DAY`
 */
export function findOldWord(name: string): string | undefined {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g)
  const old = words?.map(oldWord).find((word) => word !== undefined)
  if (old === undefined) return undefined
  return `“${old}” in ${name} is a word that only this project used: write ${OLD_WORDS[old]}, as the field does.`
}

/** The word itself or the one that it is the plural of. */
function oldWord(word: string): string | undefined {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find((form) => Object.hasOwn(OLD_WORDS, form))
}
