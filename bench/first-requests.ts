import { withShop } from './prepare.ts'
import { onEachEngine } from './engines.ts'
import { playRounds, type Figure } from './figures.ts'
import { COMPRESSED, createCaller, FIRST_LIST } from './send-requests.ts'
import { cpuSeconds } from './machine.ts'

const PRODUCTS = 1000
const VISITORS = 16
const ADDRESSES = 300
const WORDS = ['shirt', 'blue shirt', 'linen', 'denim', 'polo', 'black', 'oxford', 'white', 'slim', 'cotton']

/** Addresses that differ for each number. */
const CASES = [
  { what: 'list', addressOf: (number: number) => `${FIRST_LIST}&maxPrice=${3000 + number}` },
  { what: 'list page', addressOf: (number: number) => `/getproducts?maxPrice=${3000 + number}` },
  {
    what: 'search page',
    addressOf: (number: number) =>
      `/getproducts?search=${encodeURIComponent(WORDS[number % WORDS.length] ?? '')}&maxPrice=${3000 + number}`,
  },
]

const MEASURES = {
  answers: ['/s', `${ADDRESSES} addresses, ${VISITORS} at once`],
  'processor time': ['ms', 'of the shop, an answer'],
} as const

/** Lists and pages that nobody asked for before, each address once. */
export const firstRequests = onEachEngine(async ({ name, createDatabase }, { rounds, say }) =>
  withShop({ databaseUrl: await createDatabase(), products: PRODUCTS }, async ({ origin, pid }) => {
    const visitors = Array.from({ length: VISITORS }, () => createCaller(origin))
    const figures: Figure[] = []
    for (const { what, addressOf } of CASES) {
      const found = await playRounds(rounds, `${name}, first ${what}`, MEASURES, async (round) => {
        const addresses = Array.from({ length: ADDRESSES }, (_, index) => addressOf(round * ADDRESSES + index))
        const [begin, used] = [performance.now(), cpuSeconds(pid)]
        const readAll = async (visitor: (typeof visitors)[number]) => {
          for (let path = addresses.pop(); path !== undefined; path = addresses.pop()) {
            const { status } = await visitor.call('GET', path, undefined, COMPRESSED)
            if (status !== 200) throw new Error(`GET ${path}: ${status}`)
          }
        }
        await Promise.all(visitors.map(readAll))
        return {
          answers: (ADDRESSES * 1000) / (performance.now() - begin),
          'processor time': ((cpuSeconds(pid) - used) * 1000) / ADDRESSES,
        }
      })
      figures.push(...found)
      say(`${name}, first ${what}`)
    }
    for (const visitor of visitors) visitor.close()
    return figures
  }),
)
