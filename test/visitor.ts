import { createAdminApi, type AdminApi } from '#contract/api/admin-api.ts'

export interface Visitor {
  /** The typed client, with this visitor's cookies. */
  api: AdminApi
  /** A raw call with this visitor's cookies; the path is under the shop's origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  cookies: Map<string, string>
}

function keepCookies(answer: Response, cookies: Map<string, string>): void {
  for (const cookie of answer.headers.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    const isGone = value === '' || attributes.some((attribute) => /^\s*max-age=0/i.test(attribute))
    if (isGone) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** Somebody with a browser's cookies and nothing else of a browser, over real HTTP. */
export function createVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>()
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const answer = await fetch(origin + path, { redirect: 'manual', ...init, headers })
    keepCookies(answer, cookies)
    return answer
  }
  return { api: createAdminApi(visit), fetch: visit, cookies }
}

/** A browser with the session of this cookie. */
export function visitAs({ cookie }: { cookie: string }, origin: string): Visitor {
  const visitor = createVisitor(origin)
  const [name = '', value = ''] = cookie.split('=')
  visitor.cookies.set(name, value)
  return visitor
}
