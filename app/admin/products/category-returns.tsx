import { CallForm } from '#app/admin/list/call-form.tsx'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { AdminCategory } from '#contract/catalogue/admin-categories.ts'
import { counted } from '#contract/words/counted.ts'

const daysSentence = (days: number) => (days === 0 ? 'only faulty or wrong pieces' : counted(days, 'day'))

/** How long the products of a category may come back, where that differs from the shop's setting. */
export function CategoryReturns({ category: { _id, name, returnDays } }: { category: AdminCategory }) {
  const { returnDays: shopDays } = useShop()
  return (
    <details>
      <summary className="min-h-11 content-center text-sm">
        Returns of its products{' '}
        <span className="text-muted">
          {`(${returnDays === null ? `as in the whole shop: ${daysSentence(shopDays)}` : daysSentence(returnDays)})`}
        </span>
      </summary>
      <CallForm act="returnDays" id={_id} aria-label={`Returns of ${name}`}>
        {({ failure, isBusy }) => (
          <fieldset disabled={isBusy} className="grid gap-4">
            <TextField
              label="Days after delivery"
              hint="Empty: as in the whole shop. 0: only faulty or wrong pieces come back, such as of innerwear. What was sold before keeps the days of its sale."
              name="returnDays"
              type="number"
              min={0}
              max={90}
              step={1}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={returnDays ?? ''}
              placeholder={String(shopDays)}
              error={failure?.fields?.['returnDays'] ?? failure?.message}
            />
            <Button type="submit" variant="outline" isPending={isBusy} className="justify-self-start">
              Save days
            </Button>
          </fieldset>
        )}
      </CallForm>
    </details>
  )
}
