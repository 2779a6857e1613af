import { useState } from 'react'

import { Field, splitProps, type TextFieldProps } from './field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A password field with a button that shows the password. Set `autoComplete` for password managers. */
export function PasswordField(props: Omit<TextFieldProps, 'prefix' | 'suffix' | 'type'>) {
  const [field, input] = splitProps(props)
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...field}>
      {(control) => (
        <div className="input-row">
          <input {...input} {...control} type={isShown ? 'text' : 'password'} className="input" />
          <button type="button" className="input-affix" aria-controls={control.id} onClick={() => setIsShown(!isShown)}>
            <span>{isShown ? 'Hide' : 'Show'}</span>
            <VisuallyHidden> password</VisuallyHidden>
          </button>
        </div>
      )}
    </Field>
  )
}
