import { AREA_LABELS } from '#app/admin/keys/area-labels.ts'
import { KEY_AREAS } from '#contract/accounts/key-scopes.ts'
import type { KeyScope } from '#contract/accounts/staff-areas.ts'

/** What a key may do, an entry for each of its areas: 'Orders: read and write'. */
export function scopesInWords(scopes: readonly KeyScope[]): string[] {
  return KEY_AREAS.flatMap((area) => {
    const reads = scopes.includes(area) || scopes.includes(`${area}:read`)
    const writes = scopes.includes(area) || scopes.includes(`${area}:write`)
    const access = [...(reads ? ['read'] : []), ...(writes ? ['write'] : [])].join(' and ')
    return access === '' ? [] : [`${AREA_LABELS[area]}: ${access}`]
  })
}
