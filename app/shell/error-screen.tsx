import { createContext, useContext } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'

import { ShopFrame } from '#app/shell/shop-frame.tsx'
import { isShopError, type ErrorCode } from '#contract/api/errors.ts'

/** On the server, the id of a request whose page failed. */
export const PageFault = createContext<string | undefined>(undefined)

const REFERENCE_CHARACTERS = 8

interface Refusal {
  code: ErrorCode
  message: string
}

/** What the shop refused to a screen; undefined for any other error. The server sends it as an answer. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isShopError(error)) return error.code === 'internal' ? undefined : error
  const sent: unknown = isRouteErrorResponse(error) ? error.data : undefined
  return typeof sent === 'object' && sent !== null && 'code' in sent ? (sent as Refusal) : undefined
}

const HEADINGS: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Please log in',
  rate_limited: 'One moment, please',
  unavailable: 'One moment, please',
}

/** What a visitor tells the shop: the beginning of the request id, by which the log is searched. */
function Reference() {
  const error = useRouteError()
  const requestId = useContext(PageFault) ?? (isShopError(error) ? error.requestId : undefined)
  // The browser does not know the id of the page's own request: the server's text stays.
  return (
    <p className="text-sm text-muted empty:hidden" suppressHydrationWarning>
      {requestId ? `Reference ${requestId.slice(0, REFERENCE_CHARACTERS)}` : ''}
    </p>
  )
}

/**
 * Shown after a refusal by the shop, with its sentence, or after an unexpected error. It uses plain links and a plain
 * form, because the app itself may be broken or may never have started.
 */
export function ErrorScreen() {
  const { search } = useLocation()
  const refusal = refusalOf(useRouteError())
  const heading = refusal ? (HEADINGS[refusal.code] ?? 'Not possible') : 'ERROR'
  return (
    <div className="container grid min-h-[70svh] place-content-center gap-6 py-16 text-center">
      <title>{heading}</title>
      <h1 className={refusal ? 'heading heading-1' : 'display'}>{heading}</h1>
      <p className="text-muted">{refusal?.message ?? 'Something went wrong in the digital realm.'}</p>
      <form
        className="flex flex-wrap justify-center gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          window.location.reload()
        }}
      >
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="btn btn-primary">
          Try Again
        </button>
        {refusal?.code === 'unauthenticated' && (
          <a className="btn btn-outline" href="/signin">
            Login
          </a>
        )}
        <a className="btn btn-outline" href="/">
          Go Home
        </a>
      </form>
      <Reference />
    </div>
  )
}

/** The error screen between the shop's header and footer. */
export function FramedError() {
  return (
    <ShopFrame>
      <ErrorScreen />
    </ShopFrame>
  )
}
