import { TextAreaField, TextField, type TextFieldProps } from '#app/ui/field.tsx'
import type { FieldErrors } from '#contract/api/errors.ts'

/** A field of a form as data: its name, its label, and what its control takes. */
export interface FormField extends Omit<TextFieldProps, 'name' | 'error' | 'defaultValue' | 'onChange'> {
  name: string
  /** Lines of its control; one unless said otherwise. */
  rows?: number
  /** Its value in a new form. */
  initial?: string | number
}

interface FormFieldsProps {
  fields: readonly FormField[]
  /** What is in the fields when the form opens. */
  values?: Readonly<Record<string, unknown>> | undefined
  errors?: FieldErrors | undefined
}

const shown = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)

/** The controls of a table of fields, in its order. */
export function FormFields({ fields, values, errors }: FormFieldsProps) {
  return fields.map(({ name, rows, initial, ...props }) => {
    const control = { name, defaultValue: shown(values?.[name]) ?? initial, error: errors?.[name] }
    if (rows === undefined) return <TextField key={name} {...props} {...control} />
    const { label, hint, required, autoComplete, maxLength, className } = props
    const words = { label, hint, required, autoComplete, maxLength, className }
    return <TextAreaField key={name} {...words} {...control} rows={rows} />
  })
}
