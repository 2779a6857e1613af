import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

interface FieldWords {
  label: ReactNode
  hint?: ReactNode | undefined
  /** What is wrong with the value, as a sentence. Marks the control as invalid. */
  error?: string | undefined
  /** Hides the label visually; screen readers still read it. */
  isLabelHidden?: boolean | undefined
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldWords {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** What is wrong with a value, as a sentence with a sign; its control names it by the id. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="field-error">
      <CircleAlert size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

/** Label, control, hint and error, linked by ARIA attributes. `children` renders the control with the given props. */
export function Field({ label, hint, error, isLabelHidden, id, className = '', children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const describedBy = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${className}`}>
      <label htmlFor={controlId} className={isLabelHidden ? 'visually-hidden' : 'field-label'}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  )
}

/** Splits a field's props into those of the `Field` and those of its control. */
export function splitProps<Props extends FieldWords & { id?: string | undefined; className?: string | undefined }>({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  id,
  ...control
}: Props) {
  return [{ label, hint, error, isLabelHidden, className, id }, control] as const
}

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'>, FieldWords {
  /** Shown before the value and not part of it, such as `+91` or `₹`. */
  prefix?: string | undefined
  /** Shown after the value: a unit, or a button. */
  suffix?: ReactNode | undefined
}

export function TextField({ prefix, suffix, ...props }: TextFieldProps) {
  const [field, input] = splitProps(props)
  return (
    <Field {...field}>
      {(control) => {
        if (prefix === undefined && suffix === undefined) {
          return <input {...input} {...control} className="input" />
        }
        return (
          <div className="input-row">
            {prefix !== undefined && <span className="input-affix">{prefix}</span>}
            <input {...input} {...control} className="input" />
            {suffix !== undefined && <span className="input-affix">{suffix}</span>}
          </div>
        )
      }}
    </Field>
  )
}

/** The options are `<option>` elements. */
export function SelectField(props: ComponentProps<'select'> & FieldWords) {
  const [field, select] = splitProps(props)
  return <Field {...field}>{(control) => <select {...select} {...control} className="input" />}</Field>
}

export function TextAreaField(props: ComponentProps<'textarea'> & FieldWords) {
  const [field, area] = splitProps(props)
  return <Field {...field}>{(control) => <textarea {...area} {...control} className="input" />}</Field>
}

/** A checkbox or a single radio button with its label beside it. */
export function CheckField({
  label,
  className = '',
  type = 'checkbox',
  ...input
}: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`check ${className}`}>
      <input {...input} type={type} />
      <span>{label}</span>
    </label>
  )
}
