import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import { SignInFields } from '#app/account/sign-in-fields.tsx'
import type { FormResult } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'

interface SignInFormProps {
  title: string
  result: FormResult | undefined
  /** Why the visitor is asked to sign in. */
  notice?: ReactNode
  /** Initial value of the field. */
  email?: string | undefined
  /** Further fields. */
  fields?: ReactNode
  children?: ReactNode
}

/** E-mail and password, for customers and for administrators. */
export function SignInForm({ title, result, notice, email, fields, children }: SignInFormProps) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <div className="container max-w-md py-12">
      <h1 className="heading heading-1">{title}</h1>
      {notice}
      <Form method="post" className="mt-8 grid gap-5">
        <SignInFields result={result} email={email} />
        {fields}
        <Button type="submit" isPending={isPending}>
          Login
        </Button>
      </Form>
      {children}
    </div>
  )
}
