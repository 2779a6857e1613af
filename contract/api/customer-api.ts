import { createApi } from '#contract/api/api.ts'
import type { CodeSignIn, NewPassword } from '#contract/accounts/account-recovery.ts'
import type { PasswordAgain, UserAnswer } from '#contract/accounts/accounts.ts'
import type { CancelOrder } from '#contract/orders/cancellations.ts'
import type { Order, OrderAnswer, BuyAgainAnswer } from '#contract/orders/orders.ts'
import type { Address, SavedAddresses, SavedAddressesAnswer, SavedAddressInput } from '#contract/schemas/address.ts'
import type { EmailChange, PasswordChange, ProfileDetails, SignIns, SignInsAnswer } from '#contract/accounts/profile.ts'
import type { CashOrder, CreditOrder, PaymentOrder, PaymentProof, PaymentVerified } from '#contract/orders/checkout.ts'
import type { RefundToChange, Return, OrderReturns, ReturnAnswer, ReturnRequest } from '#contract/returns/returns.ts'
import type { MessageAnswer } from '#contract/schemas/basic-schemas.ts'
import type { StoreCredit } from '#contract/accounts/store-credit.ts'

import { createClient, segment, type ApiFetch } from '#contract/api/api-client.ts'

/**
 * The calls of visitors, and those about one's own account, purchases and orders, which home, lists and products do
 * without.
 */
export function createCustomerApi(fetch: ApiFetch) {
  const { send, call, get } = createClient(fetch)
  return {
    ...createApi(fetch),
    forgotPassword: (email: string) => call<MessageAnswer>('POST', '/users/forgot-password', { email }),
    /** The token of the link that was sent to the address. */
    resetPassword: (reset: NewPassword) => call<MessageAnswer>('POST', '/users/reset-password', reset),
    sendCode: (email: string) => call<MessageAnswer>('POST', '/users/send-code', { email }),
    loginByCode: (signIn: CodeSignIn) => call<UserAnswer>('POST', '/users/login-by-code', signIn),
    changeDetails: (details: ProfileDetails) => call<UserAnswer>('PATCH', '/users/me', details),
    changePassword: (change: PasswordChange) => call<MessageAnswer>('POST', '/users/change-password', change),
    changeEmail: (change: EmailChange) => call<MessageAnswer>('POST', '/users/change-email', change),
    /** The token of the link that was sent to the new address. */
    confirmNewEmail: (token: string, password?: string) =>
      call<MessageAnswer>('POST', '/users/confirm-new-email', { token, password }),
    listMySessions: () => get<SignIns>('/users/sessions'),
    endMySession: (id: string) => call<SignInsAnswer>('DELETE', `/users/sessions/${segment(id)}`),
    endMyOtherSessions: () => call<SignInsAnswer>('DELETE', '/users/sessions'),
    /** Asks for the account to be erased and ends its sessions. */
    eraseAccount: (request: PasswordAgain) => call<MessageAnswer>('POST', '/users/erasure', request),
    /** The token of the link that was sent to the address. */
    keepAccount: (token: string) => call<MessageAnswer>('POST', '/users/keep-account', { token }),
    getStoreCredit: () => get<StoreCredit>('/users/store-credit'),
    getOwnData: () => get<Record<string, unknown>>('/users/data'),
    startPayment: (
      address?: Address,
      expectedTotal?: number,
      buyerGstin?: string,
      buyerFirm?: string,
      credit?: number,
    ) =>
      call<PaymentOrder>('POST', '/payment/create/orderId', { address, expectedTotal, buyerGstin, buyerFirm, credit }),
    orderForCash: (order: CashOrder) => call<Order>('POST', '/order/cash', order),
    orderByCredit: (order: CreditOrder) => call<Order>('POST', '/order/credit', order),
    /** Payment in advance of an order for cash. */
    payCashOrder: (orderId: string) => call<PaymentOrder>('POST', `/order/${segment(orderId)}/pay`),
    /** The token of the link in the order's mail. */
    confirmCashOrder: (token: string) => call<MessageAnswer>('POST', '/order/cash/confirm', { token }),
    /** Sends a code that confirms one's own order for cash, in this browser. */
    sendOrderCode: (orderId: string) => call<MessageAnswer>('POST', `/order/${segment(orderId)}/confirmation-code`),
    confirmOrderByCode: (orderId: string, code: string) =>
      call<MessageAnswer>('POST', `/order/${segment(orderId)}/confirm`, { code }),
    verifyPayment: (proof: PaymentProof) => call<PaymentVerified>('POST', '/payment/api/payment/verify', proof),
    getOrder: (userId: string, { razorpayOrderId, razorpayPaymentId, signature }: PaymentProof) =>
      get<Order>(`/order/${[userId, razorpayOrderId, razorpayPaymentId, signature].map(segment).join('/')}`),
    saveAddress: (orderId: string, address: Address, buyerGstin?: string, buyerFirm?: string) =>
      call<OrderAnswer>('POST', `/order/address/${segment(orderId)}`, { address, buyerGstin, buyerFirm }),
    listMyAddresses: () => get<SavedAddresses>('/order/addresses'),
    addMyAddress: (address: SavedAddressInput) => call<SavedAddressesAnswer>('POST', '/order/addresses', address),
    changeMyAddress: (addressId: string, address: SavedAddressInput) =>
      call<SavedAddressesAnswer>('PUT', `/order/addresses/${segment(addressId)}`, address),
    chooseDefaultAddress: (addressId: string) =>
      call<SavedAddressesAnswer>('POST', `/order/addresses/${segment(addressId)}/default`),
    removeMyAddress: (addressId: string) => call<SavedAddresses>('DELETE', `/order/addresses/${segment(addressId)}`),
    /** A PDF. */
    getMyDocument: async (documentId: string) => (await send('GET', `/order/documents/${segment(documentId)}`)).blob(),
    /** Without lines the whole order. */
    cancelMyOrder: (orderId: string, cancelled: CancelOrder = {}) =>
      call<OrderAnswer>('POST', `/order/${segment(orderId)}/cancel`, cancelled),
    /** What came or comes back of one's own order, and what of it may still come back. */
    listMyReturns: (orderId: string) => get<OrderReturns>(`/order/${segment(orderId)}/returns`),
    askForReturn: (orderId: string, request: ReturnRequest) =>
      call<Return>('POST', `/order/${segment(orderId)}/returns`, request),
    withdrawReturn: (orderId: string, returnId: string) =>
      call<ReturnAnswer>('POST', `/order/${segment(orderId)}/returns/${segment(returnId)}/withdraw`, {}),
    /** At most five in all. */
    addReturnPictures: (orderId: string, returnId: string, files: readonly File[]) => {
      const form = new FormData()
      for (const file of files) form.append('images', file)
      return call<ReturnAnswer>('POST', `/order/${segment(orderId)}/returns/${segment(returnId)}/pictures`, form)
    },
    /** Where the money goes of an order that was paid at the door. */
    changeRefundTo: (orderId: string, returnId: string, refundTo: RefundToChange['refundTo']) =>
      call<ReturnAnswer>('PUT', `/order/${segment(orderId)}/returns/${segment(returnId)}/refund-to`, { refundTo }),
    buyAgain: (orderId: string) => call<BuyAgainAnswer>('POST', `/order/reorder/${segment(orderId)}`),
    listMyOrders: (userId: string) => call<Order[]>('POST', `/order/getuserorders/${segment(userId)}`, {}),
  }
}

export type CustomerApi = ReturnType<typeof createCustomerApi>
