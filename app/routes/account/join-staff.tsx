import { Form, useNavigation } from 'react-router'

import type { Route } from './+types/join-staff'

import { outcomeOf } from '#app/account/mailed-link-page.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { fieldPropsOf, textsOf } from '#app/api/form-result.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/accounts/password-limits.ts'

function join(api: Pick<AdminApi, 'joinStaff'>, token: string, form: FormData) {
  const values = textsOf(form)
  const { firstname = '', lastname = '', password = '' } = values
  return outcomeOf(
    api.joinStaff({ token, firstname, lastname, password }),
    'Your account could not be made. Please try again later.',
    values,
  )
}

export const action = async ({ context, params, request }: Route.ActionArgs) =>
  join(serverApi(context), params.token, await request.formData())
export const clientAction = async ({ params, request }: Route.ClientActionArgs) =>
  join(browserApi, params.token, await request.formData())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Join the staff', isIndexed: false })

/**
 * The page behind an invitation's link. Mail programs open links by themselves, so opening it does not use the link up.
 */
export default function JoinStaff({ actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === 'POST'
  const answer = actionData?.success ?? actionData?.ended
  const propsOf = fieldPropsOf(actionData)
  return (
    <div className="container max-w-md py-12">
      <h1 className="heading heading-1">{actionData?.ended ? 'This invitation has ended' : 'Join the staff'}</h1>
      {answer ? (
        <>
          <p role="status" className="lead mt-5">
            {answer}
          </p>
          {actionData?.success && (
            <ButtonLink to="/admin-signin" className="mt-8">
              Login
            </ButtonLink>
          )}
        </>
      ) : (
        <Form method="post" className="mt-8 grid gap-5">
          <p className="text-muted">You were invited to work in this shop’s admin area. This makes your own account.</p>
          <ErrorSummary failure={actionData?.failure} />
          <TextField label="First name" autoComplete="given-name" required {...propsOf('firstname')} />
          <TextField label="Last name" autoComplete="family-name" required {...propsOf('lastname')} />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD_CHARACTERS} characters, and none that is easy to guess. Nobody else of the shop needs to know it.`}
            required
            {...propsOf('password')}
          />
          <Button type="submit" isPending={isPending} pendingText="Saving...">
            Join
          </Button>
        </Form>
      )}
    </div>
  )
}
