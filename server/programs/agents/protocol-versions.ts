/** The versions of the Universal Commerce Protocol that the shop speaks, the newest first. */
export const PROTOCOL_VERSIONS = ['2026-08-25', '2026-04-08'] as const
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number]

export const [NEWEST_VERSION] = PROTOCOL_VERSIONS

/** The path below which the calls of a version are, both by REST and by MCP. */
export const endpointOf = (version: ProtocolVersion): string =>
  version === NEWEST_VERSION ? '/ucp' : `/ucp/${version}`

/** The path of a version's profile. */
export const profilePathOf = (version: ProtocolVersion): string =>
  version === NEWEST_VERSION ? '/.well-known/ucp' : `/.well-known/ucp/${version}`

export const isSpoken = (version: string): version is ProtocolVersion =>
  PROTOCOL_VERSIONS.some((spoken) => spoken === version)
