import type { Fault } from '#prove/faults/fault.ts'

import { playParcels } from '#prove/couriers/play-parcels.ts'
import { finding, none } from '#prove/faults/fault.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'

const STATUS_CALLS = 240
const KILLS = 4

/**
 * The courier service answers late, never or twice, its status calls are lost, doubled and shuffled, and processes are
 * killed between.
 */
export const courierChaos: Fault = {
  name: 'courier-chaos',
  title: 'The courier service loses, doubles, shuffles and delays, and processes are killed',
  async run(say) {
    const { fixtures, close } = await openFixtures()
    try {
      const findings = []
      for (const open of Object.values(fixtures)) {
        const fixture = await open()
        const { engine } = fixture
        const begin = performance.now()
        const played = await playOn(fixture, `courier chaos ${engine}`, (world, random) =>
          playParcels(world, fixture, random, { statusCalls: STATUS_CALLS, kills: KILLS, say }),
        )
        const { faults, parcels, statusCalls, lost, returns, kills } = played
        say(`${engine}: ${Math.round((performance.now() - begin) / 1000)} s`)
        findings.push(
          none(`parcel, order, money or mail that is wrong (${engine})`, faults),
          finding(
            `status calls of ${parcels} parcels, and more that never came (${engine})`,
            `${statusCalls} and ${lost}`,
            lost > 0,
          ),
          finding(`returns fetched (${engine})`, returns, returns > 0),
          finding(`processes killed (${engine})`, kills, kills > 0),
        )
      }
      return findings
    } finally {
      await close()
    }
  },
}
