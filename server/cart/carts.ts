import type { Cart } from '#contract/cart.ts'
import type { Addition, AdditionOutcome } from '#server/cart/addition-queries.ts'
import type { OwnLine } from '#server/cart/queries.ts'
import type { Db } from '#server/db/open.ts'

import { MAX_LINE_QUANTITY } from '#contract/cart-rules.ts'
import { isLineIdOf, newLineId } from '#server/cart/line-id.ts'
import { addPiece, addPieces } from '#server/cart/addition-queries.ts'
import { deleteLines, listLines } from '#server/cart/queries.ts'
import { cartOf } from '#server/cart/service.ts'
import { checkAvailable, TOO_MANY } from '#server/cart/shortage.ts'
import { untilDone } from '#server/db/in-transaction.ts'
import { together } from '#server/db/together.ts'
import { isForeignKeyViolation, isRetryable, isUniqueViolation, isUnstorableText } from '#server/db/failures.ts'
import { invalid, keyUsedOtherwise, notFound } from '#server/errors.ts'

const MOST_TRIES = 3

interface Wish {
  userId: string
  productId: string
  /** Undefined: the first size in stock. */
  size: string | undefined
  /** The same key adds once, however often the call is repeated. */
  idempotencyKey: string | undefined
}

/** The carts of everybody who comes at the same moment. */
export interface Carts {
  get(userId: string): Promise<Cart>
  /**
   * Adds one piece; each size is a line of its own. Throws not-found for the product, invalid for its size or a full
   * line, out-of-stock, and a conflict for a key that was used for something else.
   */
  add(wish: Wish): Promise<void>
  /** Removes a line. Harmless when it is gone already; throws not-found for an id that never was a line of this cart. */
  remove(line: OwnLine): Promise<void>
}

function refuse({ hasProduct, hasSize, name, quantity, available }: AdditionOutcome): never {
  if (!hasProduct) throw notFound('Product')
  if (!hasSize || name === null) throw invalid('This product has no such size.', { size: 'There is no such size.' })
  checkAvailable({ name, quantity: quantity + 1, available, isGone: false })
  throw invalid(TOO_MANY)
}

/** Told why nothing was added, by what stood there before; otherwise somebody was in the way. */
const isSettled = ({ isAdded, repeats, quantity, available }: AdditionOutcome) =>
  isAdded || repeats !== null || quantity >= Math.min(available, MAX_LINE_QUANTITY)

/**
 * Known to have left nothing: the same key was first, the size is gone meanwhile, another transaction was in the way, or
 * somebody's text cannot be kept.
 */
const isUndone = (error: unknown) =>
  isUniqueViolation(error) || isForeignKeyViolation(error) || isRetryable(error) || isUnstorableText(error)

/** Runs work that takes a connection for itself and may have to wait for others. */
export type Alone = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * What is asked or changed at the same moment is one statement, which waits for nobody, so that nobody feels another's
 * trouble: whoever was passed over or undone with it tries again `alone`.
 */
export function openCarts(db: Db, alone: Alone): Carts {
  const look = together(async (userIds: readonly string[]) => {
    const lines = Map.groupBy(await listLines(db, userIds), ({ userId }) => userId)
    return userIds.map((userId) => lines.get(userId) ?? [])
  })
  const addTogether = together(
    (additions: readonly Addition[]) => addPieces(db, additions, MAX_LINE_QUANTITY),
    ({ userId }) => userId,
  )
  const removeTogether = together((lines: readonly OwnLine[]) => deleteLines(db, lines))

  async function addAlone(addition: Addition): Promise<AdditionOutcome> {
    for (let tries = 1; ; tries += 1) {
      try {
        const outcome = await addPiece(db, addition, MAX_LINE_QUANTITY)
        if (isSettled(outcome) || tries === MOST_TRIES) return outcome
      } catch (error) {
        if (!isUndone(error) || tries === MOST_TRIES) throw error
      }
    }
  }

  async function put(addition: Addition): Promise<AdditionOutcome> {
    try {
      const outcome = await addTogether(addition)
      if (isSettled(outcome)) return outcome
    } catch (error) {
      if (!isUndone(error)) throw error
    }
    return alone(() => addAlone(addition))
  }

  return {
    async get(userId) {
      return cartOf(await look(userId))
    },
    async add({ userId, productId, size, idempotencyKey }) {
      const request = `${productId} ${size ?? ''}`
      const lineId = newLineId(userId)
      const key = idempotencyKey ?? null
      const outcome = await put({ lineId, userId, productId, size: size || null, idempotencyKey: key, request })
      if (outcome.isAdded || outcome.repeats === request) return
      if (outcome.repeats !== null) throw keyUsedOtherwise()
      refuse(outcome)
    },
    async remove(line) {
      if (await removeTogether(line)) return
      if (!isLineIdOf(line.userId, line.lineId)) throw notFound('Cart item')
      await alone(() => untilDone(() => deleteLines(db, [line], true)))
    },
  }
}
