import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'
import type { Visit } from '#prove/faults/visitor.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { msOf, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onEmbedded } from '#prove/faults/fixture.ts'
import { createVisitor } from '#prove/faults/visitor.ts'

const BEFORE_MS = 5000
const HANGS_MS = 30_000
const AFTER_MS = 5000
const SENTENCE = 'Failed to initiate payment.'

const isLook = ({ kind }: Visit) => ['cached list', 'cached page', 'search', 'cart'].includes(kind)
const milliseconds = (value: number) => `${Math.round(value)} ms`

/** The payment provider takes calls and answers none of them. */
export const providerHangs: Fault = {
  name: 'provider-hangs',
  title: 'The payment provider hangs for 30 s',
  run: onEmbedded({ actors: 10 }, async (fixture, say) => {
    const { shop, actors, productId } = fixture
    const changeFaults = async (body: object) => {
      const path = '/sandbox/razorpay/faults'
      const changed = await createVisitor()(shop.origin, { kind: 'faults', method: 'POST', path, body })
      if (changed.status !== 200) throw new Error(changed.text)
    }
    const [guest] = actors
    const lookers = (['cached list', 'cached page', 'search', 'cart'] as const).map((look) => ({
      look,
      ...(guest && { person: guest }),
    }))
    const load = startLoad({ origin: shop.origin, buyers: actors.slice(1), productId, lookers })
    await sleep(BEFORE_MS)
    await changeFaults({ hang: true })
    const hungAt = performance.now()
    await sleep(HANGS_MS)
    const held = await sql<{ count: number }>`
        select count(*)::integer as count from checkouts where status = 'open' and provider_order_id is null
          and created_at < now() - interval '6 seconds'`.execute(fixture.db)
    await changeFaults({ hang: false })
    const letGoAt = performance.now()
    await sleep(AFTER_MS)
    await load.leave()
    const { visits } = load
    const begunBetween = (from: number, to: number) =>
      visits.filter(({ begunAt, endedAt }) => begunAt >= from && endedAt <= to)
    const before = begunBetween(0, hungAt)
    const during = begunBetween(hungAt, letGoAt)
    const refused = during.filter(({ kind, status }) => kind === 'start' && status === 503)
    const [calm, meanwhile] = [before, during].map((some) => some.filter(isLook))
    const after = begunBetween(letGoAt, Infinity).filter(({ kind, status }) => kind === 'verify' && status === 200)
    say(`while it hung: ${tally(during)}`)
    return [
      finding('payments that could not be started', refused.length, refused.length > 0),
      within('each of them was told 503', Math.max(...refused.map(msOf)), 4500),
      none(
        `refusal without the sentence '${SENTENCE}'`,
        refused.filter(({ text }) => !text.includes(SENTENCE)).map(({ text }) => text),
      ),
      none('answer but success and 503', otherThan(visits, [200, 201, 503])),
      none('look around that failed', otherThan(meanwhile ?? [], [200])),
      finding(
        'looking around, 95 % within: before → meanwhile',
        `${milliseconds(percentileMs(calm ?? [], 95))} → ${milliseconds(percentileMs(meanwhile ?? [], 95))}`,
        percentileMs(meanwhile ?? [], 95) <= Math.max(percentileMs(calm ?? [], 95) * 1.5, 100),
      ),
      finding('holds left of payments that never started', held.rows[0]?.count ?? 0, held.rows[0]?.count === 0),
      finding('purchases within 5 s after it answers again', after.length, after.length > 0),
      ...(await checkRecords(fixture.db, load)),
    ]
  }),
}
