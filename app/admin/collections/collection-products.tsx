import { ChosenProducts } from '#app/admin/collections/chosen-products.tsx'
import type { Choices, CollectionDraft } from '#app/admin/collections/collection-draft.ts'
import { RuleFields } from '#app/admin/collections/rule-fields.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { COLLECTION_ORDERS, type CollectionOrder } from '#contract/catalogue/lists/sort-orders.ts'
import type { FieldErrors } from '#contract/api/errors.ts'

const WAYS = [
  { value: 'rule', label: 'By rule' },
  { value: 'hand', label: 'By hand' },
]

const ORDER_LABELS: Record<CollectionOrder, string> = {
  'by hand': 'By hand: the chosen ones, then the newest',
  newest: 'Newest first',
  'best-sold': 'Best sold first',
  discount: 'Highest discount first',
  name: 'By name',
  'price-asc': 'Lowest price first',
  'price-desc': 'Highest price first',
}

interface CollectionProductsProps {
  draft: CollectionDraft
  put(change: Partial<CollectionDraft>): void
  choices: Choices
  errors: FieldErrors
}

/** What a collection takes from the products on sale, and in which order. */
export function CollectionProducts({ draft, put, choices, errors }: CollectionProductsProps) {
  const { isByRule, rule, products, order } = draft
  return (
    <section className="card grid gap-6 p-6" aria-labelledby="collection-products">
      <h2 id="collection-products" className="heading heading-3">
        Its products
      </h2>
      <ChoiceTiles
        legend="How they are chosen"
        name="way"
        choices={WAYS}
        value={isByRule ? 'rule' : 'hand'}
        onChange={(way) =>
          put(way === 'hand' ? { isByRule: false, order: 'by hand' } : { isByRule: true, order: 'newest' })
        }
      />
      {isByRule && <RuleFields rule={rule} choices={choices} errors={errors} onChange={(to) => put({ rule: to })} />}
      <SelectField
        label="Order"
        name="order"
        error={errors.order}
        value={order}
        onChange={({ currentTarget: { value } }) =>
          put({ order: COLLECTION_ORDERS.find((one) => one === value) ?? 'newest' })
        }
      >
        {COLLECTION_ORDERS.map((one) => (
          <option key={one} value={one}>
            {ORDER_LABELS[one]}
          </option>
        ))}
      </SelectField>
      {(!isByRule || order === 'by hand') && (
        <ChosenProducts
          label={isByRule ? 'Products that come first' : 'Chosen products'}
          error={errors.products}
          value={products}
          onChange={(to) => put({ products: to })}
        />
      )}
    </section>
  )
}
