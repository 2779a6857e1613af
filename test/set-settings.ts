import type { Settings } from '#contract/settings/settings.ts'
import type { startShop } from '#test/start-shop.ts'

/** Where the shop is, and who answers there: what couriers bring returns to. */
export const SELLER_ADDRESS = {
  legalName: 'Asha Garments',
  addressLines: '4, Church Street',
  addressCity: 'Bengaluru',
  addressState: 'Karnataka',
  addressPin: '560001',
  carePhone: '080 4123 4567',
} as const

/** Sets settings as if the owner had saved them. */
export async function setSettings(
  { db, shop }: Pick<Awaited<ReturnType<typeof startShop>>, 'db' | 'shop'>,
  values: Partial<Settings>,
): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
    .execute()
  await shop.settings.reload()
}
