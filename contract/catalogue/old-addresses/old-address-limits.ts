/** The most old addresses of a shop. Each process has all of them in memory. */
export const MAX_OLD_ADDRESSES = 20_000
/** The longest address, with its query, as it is typed and as browsers spell it. */
export const MAX_OLD_PATH = 500

/** The columns of a sheet of old addresses. */
export const OLD_ADDRESS_COLUMNS = ['path', 'newPath'] as const
export type OldAddressColumn = (typeof OLD_ADDRESS_COLUMNS)[number]

/** The most lines that a report names one by one. */
export const MAX_REPORTED_ADDRESSES = 500

/** Who wrote an old address: somebody of the staff, an import, or an address that was changed in this shop. */
export const OLD_ADDRESS_ORIGINS = ['staff', 'import', 'change'] as const
export type OldAddressOrigin = (typeof OLD_ADDRESS_ORIGINS)[number]
