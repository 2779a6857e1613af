/**
 * Who takes a step: a customer or the staff by a call, the provider and the courier by what they answer and report, and
 * the shop by itself when its time has come.
 */
export type Taker = 'customer' | 'staff' | 'provider' | 'courier' | 'shop'

/** The states that may follow one, in the order in which they usually do, each with who brings it there. */
export type Next = Readonly<Record<string, readonly Taker[]>>

/** The one shape of all tables of states. What else is said of a state is the table's own. */
type Table<State extends string> = Readonly<Record<State, { next: Next }>>

/** The states that may follow this one. */
export const statesAfter = <State extends string>(table: Table<State>, state: NoInfer<State>): readonly State[] =>
  Object.keys(table[state].next) as State[]

/** The states that this one may follow. */
export const statesBefore = <State extends string>(table: Table<State>, state: NoInfer<State>): State[] =>
  (Object.keys(table) as State[]).filter((before) => state in table[before].next)
