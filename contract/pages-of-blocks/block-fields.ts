/**
 * How a field of a block is entered: `line` is one line, `text` has several, `items` is a list of entries with fields
 * of their own.
 */
type TextInput = 'line' | 'text' | 'markdown' | 'link' | 'picture' | 'category' | 'collection' | 'product'

interface Named {
  label: string
  hint?: string
  /** It is filled in only where this choice of the block says so. */
  countsWith?: { field: string; value: string }
}
interface TextField extends Named {
  input: TextInput
  default: string
  /** What a new block says, so that its preview shows something; a field that a call leaves out is `default`. */
  first?: string
  /** Characters. What names something of the shop (a link, a picture, a product) has its own limit. */
  maxLength?: number
}
interface SwitchField extends Named {
  input: 'switch'
  default: boolean
}
interface NumberField extends Named {
  input: 'number'
  default: number
  min: number
  max: number
}
interface ChoiceField extends Named {
  input: 'choice'
  default: string
  options: readonly string[]
}
interface ProductsField extends Named {
  input: 'products'
  /** Ids. */
  default: readonly string[]
}
type PlainField = TextField | SwitchField | NumberField | ChoiceField | ProductsField
interface ItemsField extends Named {
  input: 'items'
  /** What one entry is called on its buttons. */
  item: string
  default: readonly Readonly<Record<string, unknown>>[]
  /** As that of a text. */
  first?: readonly Readonly<Record<string, unknown>>[]
  fields: Readonly<Record<string, PlainField>>
}
export type BlockField = PlainField | ItemsField

type PlainValue<Field> = Field extends { input: 'switch' }
  ? boolean
  : Field extends { input: 'number' }
    ? number
    : Field extends { input: 'choice'; options: readonly (infer Option)[] }
      ? Option
      : Field extends { input: 'products' }
        ? readonly string[]
        : string
type PlainValues<Fields> = { readonly [Name in keyof Fields]: PlainValue<Fields[Name]> }

/** The values of a block's fields. */
export type FieldValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { input: 'items'; fields: infer Inner }
    ? readonly PlainValues<Inner>[]
    : PlainValue<Fields[Name]>
}

interface KindRow {
  label: string
  /** What it is for, where one is added. */
  hint: string
  fields: Readonly<Record<string, BlockField>>
}

export const blockKind = <const Row extends KindRow>(row: Row): Row => row
