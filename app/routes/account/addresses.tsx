import { useLayoutEffect, useRef } from 'react'
import { Form, Link, redirect, useNavigation, useSearchParams, useSubmit } from 'react-router'

import type { Route } from './+types/addresses'

import { AccountHeading } from '#app/account/account-links.tsx'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { failureOf, textsOf, type FormResult } from '#app/api/form-result.ts'
import { AddressFields } from '#app/checkout/address-fields.tsx'
import { useAddressForm } from '#app/checkout/use-address-form.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { takeFocus } from '#app/ui/take-focus.ts'
import { toastSuccess } from '#app/ui/toast.tsx'
import type { SavedAddress } from '#contract/schemas/address.ts'
import type { CustomerApi } from '#contract/api/customer-api.ts'
import { catchCode } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const HERE = '/user-profile/addresses'

/** Returns none without a session; the guard around this screen redirects to the sign-in. */
async function load(api: CustomerApi): Promise<readonly SavedAddress[]> {
  const { addresses } = await catchCode(api.listMyAddresses(), 'unauthenticated', { addresses: [] })
  return addresses
}

export const loader = async ({ context }: Route.LoaderArgs) => ({ addresses: await load(serverApi(context)) })
export const clientLoader = () => ({ addresses: load(browserApi) })

/** Does what the pressed button says with the address of this id. Without an id it saves a new one. */
async function change(api: CustomerApi, form: FormData): Promise<FormResult> {
  const { act, id = '', isDefault, ...values } = textsOf(form)
  try {
    if (act === 'remove') {
      await api.removeMyAddress(id)
      return { success: 'Address removed.' }
    }
    if (act === 'default') return { success: (await api.chooseDefaultAddress(id)).message }
    const { fullName = '', phone = '', street = '', city = '', state = '', pincode = '' } = values
    const address = { fullName, phone, street, city, state, pincode, isDefault: isDefault !== undefined }
    const { message } = await (id ? api.changeMyAddress(id, address) : api.addMyAddress(address))
    return { success: message }
  } catch (error) {
    return failureOf(error, values, WORDINGS.checkout.addressFailed)
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const result = await change(serverApi(context), await request.formData())
  return result.success ? redirect(HERE) : result
}
export async function clientAction({ request }: Route.ClientActionArgs) {
  const result = await change(browserApi, await request.formData())
  if (!result.success) return result
  toastSuccess(result.success)
  return redirect(HERE)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your addresses', isIndexed: false })

export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
  useFormOutcome(actionData)
  return (
    <div className="container max-w-2xl py-10">
      <AccountHeading title="Your addresses" />
      <p className="mt-5 text-muted">The checkout offers them, and fills in the default one first.</p>
      <Deferred value={loaderData.addresses} waiting={<Loading text="Loading..." />}>
        {(addresses) => <AddressBook addresses={addresses} result={actionData} />}
      </Deferred>
    </div>
  )
}

interface AddressBookProps {
  addresses: readonly SavedAddress[]
  result: FormResult | undefined
}

/** Editing has the focus in the form and gives it back to the address. A removed one gives it to the rest. */
function AddressBook({ addresses, result }: AddressBookProps) {
  const [search] = useSearchParams()
  const edited = addresses.find(({ _id }) => _id === search.get('edit'))
  const box = useRef<HTMLDivElement>(null)
  const shown = `${edited?._id} ${addresses.length}`
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current === shown) return
    const [editedBefore] = before.current.split(' ')
    before.current = shown
    const wanted = edited ? 'input[name="fullName"]' : `#edit-${editedBefore}`
    takeFocus(box.current?.querySelector<HTMLElement>(wanted) ?? box.current)
  }, [shown, edited])
  return (
    <div ref={box} tabIndex={-1}>
      {!edited && <AddressList addresses={addresses} />}
      <AddressForm key={shown} edited={edited} result={result} />
    </div>
  )
}

function AddressList({ addresses }: { addresses: readonly SavedAddress[] }) {
  const isPending = useNavigation().formMethod === 'POST'
  return (
    <ul className="mt-6 grid border-t border-line">
      {addresses.map(({ _id, fullName, phone, street, city, state, pincode, isDefault }) => {
        const place = `${street}, ${city}`
        return (
          <li key={_id} className="grid gap-2 border-b border-line py-4">
            <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
              <span>{fullName}</span>
              {isDefault && <Badge>Default</Badge>}
            </p>
            <p className="text-sm text-muted wrap-anywhere">{`${place}, ${state} ${pincode} · ${phone}`}</p>
            <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
              <input type="hidden" name="id" value={_id} />
              <ButtonLink id={`edit-${_id}`} to={`?edit=${_id}`} variant="outline" isSmall aria-label={`Edit ${place}`}>
                Edit
              </ButtonLink>
              {!isDefault && addresses.length > 1 && (
                <Button
                  type="submit"
                  name="act"
                  value="default"
                  variant="outline"
                  isSmall
                  disabled={isPending}
                  aria-label={`Make default: ${place}`}
                >
                  Make default
                </Button>
              )}
              <Button
                type="submit"
                name="act"
                value="remove"
                variant="outline"
                isSmall
                disabled={isPending}
                aria-label={`Remove ${place}`}
              >
                Remove
              </Button>
            </Form>
          </li>
        )
      })}
    </ul>
  )
}

/** The form of the checkout, for a new address or for the one that is being changed. */
function AddressForm({ edited, result }: { edited: SavedAddress | undefined; result: FormResult | undefined }) {
  const isPending = useNavigation().formMethod === 'POST'
  const send = useSubmit()
  const { errors, submit } = useAddressForm(
    (_address, fields) => void send(fields, { method: 'post', preventScrollReset: true }),
  )
  return (
    <section className="mt-10">
      <h2 className="heading heading-3">{edited ? 'Change the address' : 'Add an address'}</h2>
      <Form method="post" noValidate onSubmit={submit} className="mt-5 grid gap-5">
        <ErrorSummary failure={result?.failure} />
        {edited && <input type="hidden" name="id" value={edited._id} />}
        <AddressFields address={result?.values ?? edited} errors={{ ...result?.failure?.fields, ...errors }} />
        {!edited?.isDefault && <CheckField name="isDefault" label="My default address" />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={isPending} pendingText="Saving...">
            Save address
          </Button>
          {edited && (
            <Link to={HERE} className="btn btn-quiet">
              Cancel
            </Link>
          )}
        </div>
      </Form>
    </section>
  )
}
