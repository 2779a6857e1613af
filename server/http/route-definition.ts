import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'

import type { ErrorCode } from '#contract/api/errors.ts'
import type { Identity } from '#server/http/caller.ts'
import type { Limiters } from '#server/http/overload/concurrency-limits.ts'

/**
 * Who may call a route. `customer` and `admin` need that session; `public` needs none; `provider` proves itself by a
 * signature that the handler checks.
 */
export type Audience = 'public' | 'customer' | 'admin' | 'provider'

/** Method and path below `/api`, such as `GET /products/product/:id`. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

/** What a route takes and answers, declared where it is registered. The API's description is generated from it. */
export interface RouteOptions<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  audience: Audience
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** How many names and list items the body may hold; `MAX_BODY_ENTRIES` unless given. */
  maxEntries?: number
  answer: Answer
  /** Status of success; 200 unless given. */
  status?: number
  /** True for a GET that changes something, so that it is guarded like any other change. */
  changes?: boolean
  /** The sentence for a signed-out caller, where the specification has one of its own. */
  signedOut?: string
  /** True if signed-out visitors call this in ordinary use: their 401 is no security event. */
  isAskedSignedOut?: boolean
  /**
   * An administrator who has neither signed in nor given the password within `RECENT_PASSWORD_MINUTES` gets
   * `password_needed`. With 'sometimes' it depends on what is asked for, and the handler calls `requireRecentPassword`.
   */
  asksPassword?: 'always' | 'sometimes'
  /**
   * Where the call waits when the shop is busy; `calls` unless given. 'none' is for work with a limiter of its own and
   * for calls that take long. A call with a form waits with the other forms of its audience.
   */
  limiter?: keyof Limiters | 'none'
  /**
   * The call makes a document or a file: it waits its turn in `processor` to begin, and holds no place there
   * afterwards.
   */
  makesFile?: boolean
  /** Every view of a page calls it, so that its good answers are not logged one by one. */
  isFrequent?: boolean
  /** Most calls from one address or one account within a minute; the code 429 follows. */
  callsPerMinute?: number
  /** A multipart body, which the handler reads: its text fields, and the name of the field for files. */
  form?: { fields: z.ZodType; files: string }
  /**
   * Media type of an answer that the handler sends itself, or several, one of which it chooses. Of JSON, `answer` is
   * the schema; any other is described as text or as bytes.
   */
  answerType?: string | readonly string[]
  /** Errors beyond those that follow from the other fields, such as `invalid` for a call with a body. */
  errors?: readonly ErrorCode[]
}

export interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** The user of the session; present for the audiences `customer` and `admin`. */
  user: Identity
  request: FastifyRequest
  reply: FastifyReply
}

/** The tags of what a call has changed: always the same, or by what it was asked and what it answers. */
export type Outdates<Params, Query, Body, Answer> =
  | readonly string[]
  | ((done: Pick<Call<Params, Query, Body>, 'params' | 'query' | 'body'> & { answer: Answer }) => readonly string[])

/** The options of a route with its name in two parts. */
export interface RouteDefinition extends RouteOptions<z.ZodType, z.ZodType, z.ZodType, z.ZodType> {
  method: HTTPMethods
  path: string
}
