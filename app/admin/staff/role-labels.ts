import type { StaffRole } from '#contract/accounts/staff-roles.ts'

/** The name of each role, and what it is for. */
export const ROLE_LABELS: Record<StaffRole, { label: string; does: string }> = {
  owner: { label: 'Owner', does: 'Everything, with settings and staff.' },
  manager: {
    label: 'Manager',
    does: 'Products, prices, offers, orders, refunds, messages, reviews, figures and the audit log.',
  },
  packer: { label: 'Packer', does: 'Sees orders and ships them.' },
  accountant: { label: 'Accountant', does: 'Figures, orders, documents, reconciliation and tax.' },
  support: { label: 'Support', does: 'Messages, reviews, and looking at orders and their documents.' },
}
