import { useId } from 'react'

import { addPagePicture } from '#app/admin/pages/add-page-picture.ts'
import { LINK_CHOICES, type LinkPlaces } from '#app/admin/pages/link-choices.tsx'
import { PictureField } from '#app/admin/shell/picture-field.tsx'
import { ProductsField } from '#app/admin/products/products-field.tsx'
import { focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'
import type { BlockField } from '#contract/pages-of-blocks/block-fields.ts'
import { MAX_ITEMS, MAX_LINE } from '#contract/pages-of-blocks/page-limits.ts'

/** What a field may be chosen from. */
export type ChoicePlaces = Pick<LinkPlaces, 'categories' | 'collections'>

interface FieldProps {
  field: BlockField
  /** The path of the field in what is sent: its error has it. */
  path: string
  value: unknown
  errors: FieldErrors
  places: ChoicePlaces
  onChange(value: unknown): void
}

function optionsOf(
  field: Extract<BlockField, { input: 'choice' }> | { input: string },
  { categories, collections }: ChoicePlaces,
): (readonly [value: string, label: string])[] {
  if ('options' in field) return field.options.map((option) => [option, option] as const)
  const named =
    field.input === 'category'
      ? categories.map(({ slug, name }) => [slug, name] as const)
      : collections.map(({ slug, title }) => [slug, title] as const)
  return [['', 'None'], ...named]
}

type Item = Readonly<Record<string, unknown>>

interface ItemsProps extends FieldProps {
  field: Extract<BlockField, { input: 'items' }>
}

function ItemsField({ field, path, value, errors, places, onChange }: ItemsProps) {
  const items = value as readonly Item[]
  const fields = Object.entries(field.fields)
  const empty = Object.fromEntries(fields.map(([name, inner]) => [name, inner.default]))
  const put = (index: number, name: string, changed: unknown) =>
    onChange(items.map((item, at) => (at === index ? { ...item, [name]: changed } : item)))
  return (
    <fieldset className="grid gap-4" data-rows>
      <legend className="field-label">{field.label}</legend>
      {items.map((item, index) => (
        // By its place: the entries of a list have no names of their own.
        <div key={index} className="grid gap-4 rounded-control border border-line p-4">
          {fields.map(([name, inner]) => (
            <BlockFieldControl
              key={name}
              field={inner}
              path={`${path}.${index}.${name}`}
              value={item[name]}
              errors={errors}
              places={places}
              onChange={(changed) => put(index, name, changed)}
            />
          ))}
          <div>
            <Button
              variant="outline"
              isSmall
              data-removes
              onClick={(event) => {
                focusNextRow(event)
                onChange(items.filter((_item, at) => at !== index))
              }}
            >{`Remove ${field.item} ${index + 1}`}</Button>
          </div>
        </div>
      ))}
      {items.length < MAX_ITEMS && (
        <div>
          <Button variant="outline" isSmall onClick={() => onChange([...items, empty])}>
            {`Add ${field.item}`}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** The control of a block's field, by how it is entered. */
export function BlockFieldControl(props: FieldProps) {
  const { field, path, value, errors, places, onChange } = props
  const id = useId()
  const words = { id, name: path, label: field.label, hint: field.hint, error: errors[path] }
  const maxLength = ('maxLength' in field ? field.maxLength : undefined) ?? MAX_LINE
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  switch (field.input) {
    case 'items':
      return <ItemsField {...props} field={field} />
    case 'switch':
      return (
        <CheckField
          name={path}
          label={field.label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
    case 'category':
    case 'collection': {
      const options = optionsOf(field, places)
      return (
        <SelectField {...words} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </SelectField>
      )
    }
    case 'number':
      return (
        <TextField
          {...words}
          type="number"
          min={field.min}
          max={field.max}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? '' : Number(currentTarget.value))}
        />
      )
    case 'picture':
      return <PictureField {...words} value={text} onChoose={(file) => addPagePicture(file, onChange)} />
    case 'product':
      return (
        <ProductsField
          {...words}
          max={1}
          value={text === '' ? [] : [text]}
          onChange={(ids) => onChange(ids.at(-1) ?? '')}
        />
      )
    case 'products':
      return <ProductsField {...words} max={MAX_ITEMS} value={value as readonly string[]} onChange={onChange} />
    case 'text':
    case 'markdown':
      return (
        <TextAreaField
          {...words}
          rows={field.input === 'markdown' ? 8 : 3}
          maxLength={maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextField
          {...words}
          autoComplete="off"
          maxLength={field.input === 'link' ? 300 : maxLength}
          list={field.input === 'link' ? LINK_CHOICES : undefined}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
