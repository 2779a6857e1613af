import type { Next, Taker } from '#contract/states/steps.ts'

import { CASH_FACTS } from '#contract/states/cash-states.ts'
import { STATUS_FACTS } from '#contract/states/order-states.ts'
import { BOOKING_FACTS } from '#contract/states/parcel-bookings.ts'
import { PARCEL_STEPS, STEP_FACTS, type ParcelStep } from '#contract/states/parcel-steps.ts'
import { PAYMENT_FACTS, REFUND_FACTS } from '#contract/states/payment-states.ts'
import { RETURN_FACTS } from '#contract/states/return-states.ts'

/** One table of states, and how it begins. */
export interface Machine {
  title: string
  /** The file of the table. */
  file: string
  /** Where the state is stored. */
  column: readonly [table: string, column: string]
  about: string
  /** The states that something may begin in, each with who begins it. */
  begins: Next
  states: Readonly<Record<string, { next: Next }>>
  /** What is usually passed through, though it may be skipped. */
  skipped?: readonly string[]
}

/**
 * Couriers skip steps, so any that is not before another one may follow it; and a parcel may be lost while it comes
 * back.
 */
const mayFollow = (from: ParcelStep, to: ParcelStep): boolean =>
  from !== to && (STEP_FACTS[to].place >= STEP_FACTS[from].place || (from === 'coming back' && to === 'lost'))

const stepsFrom = (from: ParcelStep): Next =>
  Object.fromEntries(PARCEL_STEPS.filter((to) => mayFollow(from, to)).map((to) => [to, ['courier']]))

/** Everything in the shop that has states of orders, money, parcels and returns. */
export const MACHINES = {
  order: {
    title: 'An order',
    file: 'contract/states/order-states.ts',
    column: ['orders', 'status'],
    about:
      'Its parcel follows it. Shipping can be taken back for some seconds by whoever did it, as if it had not happened.',
    begins: { 'order placed': ['customer', 'provider'] },
    states: STATUS_FACTS,
  },
  payment: {
    title: 'A payment at the provider',
    file: 'contract/states/payment-states.ts',
    column: ['payments', 'status'],
    about:
      'It only moves forward, and its reports come in any order. Vouched means that the buyer brought a signature.',
    begins: { failed: ['provider'], vouched: ['customer'], authorized: ['provider'], captured: ['provider'] },
    states: PAYMENT_FACTS,
  },
  refund: {
    title: 'A refund that the shop asks for',
    file: 'contract/states/payment-states.ts',
    column: ['refunds', 'status'],
    about: 'Failed means that a person returns the money; replaced, that it went back without the shop.',
    begins: { pending: ['customer', 'staff', 'provider'] },
    states: REFUND_FACTS,
  },
  cash: {
    title: 'Cash at the door',
    file: 'contract/states/cash-states.ts',
    column: ['cash_payments', 'status'],
    about: 'An order has either cash or a payment; one that is paid in advance after all owes nothing at the door.',
    begins: { 'cash due': ['customer'] },
    states: CASH_FACTS,
  },
  booking: {
    title: 'The booking of a parcel',
    file: 'contract/states/parcel-bookings.ts',
    column: ['parcels', 'state'],
    about:
      'What the courier service answers. A refused or cancelled one is never booked again: the order gets another.',
    begins: { asked: ['staff'] },
    states: BOOKING_FACTS,
  },
  step: {
    title: 'The way of a parcel',
    file: 'contract/states/parcel-steps.ts',
    column: ['parcels', 'step'],
    about: 'Couriers skip steps, which is not drawn, and their reports come in any order: the farthest one counts.',
    begins: { booked: ['courier'] },
    states: Object.fromEntries(PARCEL_STEPS.map((step) => [step, { next: stepsFrom(step) }])),
    skipped: PARCEL_STEPS.filter((step) => !STEP_FACTS[step].isLast),
  },
  return: {
    title: 'A return',
    file: 'contract/states/return-states.ts',
    column: ['returns', 'status'],
    about: 'It says where the pieces are and nothing of their money. A parcel that comes back begins on its way.',
    begins: { asked: ['customer'], approved: ['staff'], 'on its way': ['staff', 'courier'], lost: ['staff'] },
    states: RETURN_FACTS,
  },
} as const satisfies Record<string, Machine>

export type MachineName = keyof typeof MACHINES
export const MACHINE_NAMES = Object.keys(MACHINES) as MachineName[]

/** The steps out of a state, or the beginnings for null. */
export const nextIn = ({ begins, states }: Machine, from: string | null): Next =>
  from === null ? begins : (states[from]?.next ?? {})

/** Each step of a machine, those from null being its beginnings. */
export const stepsOf = (machine: Machine): { from: string | null; to: string; by: readonly Taker[] }[] =>
  [null, ...Object.keys(machine.states)].flatMap((from) =>
    Object.entries(nextIn(machine, from)).map(([to, by]) => ({ from, to, by })),
  )

const idOf = (state: string) => state.replaceAll(' ', '_')

/** Whether a step passes over another state: then the steps by way of that one are drawn. */
function isSkipping({ states, skipped = [] }: Machine, from: string, to: string): boolean {
  const leads = (one: string, other: string) => other in (states[one]?.next ?? {})
  return skipped.some(
    (one) => one !== from && one !== to && leads(from, one) && !leads(one, from) && leads(one, to) && !leads(to, one),
  )
}

function pictureOf(machine: Machine): string {
  const names = Object.keys(machine.states).map((state) => `  state "${state}" as ${idOf(state)}`)
  const steps = stepsOf(machine)
    .filter(({ from, to }) => from === null || !isSkipping(machine, from, to))
    .map(({ from, to, by }) => `  ${from === null ? '[*]' : idOf(from)} --> ${idOf(to)} : ${by.join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...names, ...steps, '```'].join('\n')
}

/** The page `docs/states.md`. */
export function statesPage(): string {
  const about = `# The states of orders, money, parcels and returns

What each may become, and who brings it there: the customer and the staff by a call, the provider and the courier by what they answer and
report, the shop by itself when its time has come. The tables stand in \`contract/states/\`; \`test/states/walk-states.test.ts\` walks all of their
steps in a running shop and tries all others. This page is made from them:
\`npx vitest run test/states/state-machines.test.ts --update\`.`
  const parts = Object.values(MACHINES).map((machine: Machine) =>
    [`## ${machine.title}`, `${machine.about} The table is in \`${machine.file}\`.`, pictureOf(machine)].join('\n\n'),
  )
  return `${[about, ...parts].join('\n\n')}\n`
}
