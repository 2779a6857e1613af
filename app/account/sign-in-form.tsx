import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import { fieldPropsOf, type FormResult } from '#app/api/form-result.ts'

import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'

interface SignInFormProps {
  title: string
  result: FormResult | undefined
  /** Why the visitor is asked to sign in. */
  notice?: string | undefined
  /** Initial value of the field. */
  email?: string | undefined
  children?: ReactNode
}

/** E-mail and password, for customers and for administrators. */
export function SignInForm({ title, result, notice, email, children }: SignInFormProps) {
  const field = fieldPropsOf(result)
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <div className="container max-w-md py-12">
      <h1 className="heading heading-1">{title}</h1>
      {notice && <p className="mt-3 text-muted">{notice}</p>}
      <Form method="post" className="mt-8 grid gap-5">
        <ErrorSummary failure={result?.failure} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...field('email')}
          defaultValue={result?.values?.email ?? email}
        />
        <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
        <Button type="submit" isPending={isPending}>
          Login
        </Button>
      </Form>
      {children}
    </div>
  )
}
