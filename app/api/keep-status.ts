import { data, type ServerBuild } from 'react-router'

import { callsOf } from '#app/api/request-context.ts'
import { isShopError } from '#contract/api/errors.ts'

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']
type Loader = NonNullable<RouteModule['loader']>
type Action = NonNullable<RouteModule['action']>

/**
 * What a refusal by the shop becomes: an answer with its status, which is no fault of the page. Other errors stay as
 * they are.
 */
const asAnswer = (error: unknown): unknown =>
  isShopError(error) && error.code !== 'internal'
    ? data({ code: error.code, message: error.message }, { status: error.status })
    : error

const isAnswer = (result: unknown): boolean =>
  result instanceof Response ||
  (typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit')

const keepStatusOfLoader =
  (load: Loader): Loader =>
  async (args) => {
    try {
      return await load(args)
    } catch (error) {
      throw asAnswer(error)
    }
  }

/** What is shown after a refusal has its status too: the action's last call says how it ended. */
const keepStatusOfAction =
  (act: Action): Action =>
  async (args) => {
    try {
      const result: unknown = await act(args)
      const { status = 200 } = callsOf(args.context).at(-1) ?? {}
      return status < 400 || isAnswer(result) ? result : data(result, { status })
    } catch (error) {
      throw asAnswer(error)
    }
  }

/**
 * The build with loaders and actions that keep the status of what the shop's API refuses them: the page that asked has
 * it too. Without this the router would make a fault of the page of each.
 */
export function keepStatus(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const
    const { loader, action } = route.module
    const kept = {
      ...(loader && { loader: keepStatusOfLoader(loader) }),
      ...(action && { action: keepStatusOfAction(action) }),
    }
    return [id, { ...route, module: { ...route.module, ...kept } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) }
}
