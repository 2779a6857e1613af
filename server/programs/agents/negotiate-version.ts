import type { ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'

import { invalidProfile, unsupportedVersion } from '#server/programs/agents/protocol-errors.ts'
import { isSpoken } from '#server/programs/agents/protocol-versions.ts'

/** What an agent says of itself: where its profile is, and which version it speaks if it says so. */
export interface Agent {
  profile: string
  version?: string | undefined
}

const MAX_PROFILE_ADDRESS = 2000

const member = (header: string, name: string) =>
  new RegExp(String.raw`(?:^|[,;])\s*${name}\s*=\s*"((?:[^"\\]|\\.)*)"`).exec(header)?.[1]

/** The header `UCP-Agent`, a dictionary of RFC 8941. */
export const agentOfHeader = (header: string): Agent => ({
  profile: member(header, 'profile') ?? '',
  version: member(header, 'version'),
})

function isWebAddress(text: string): boolean {
  if (text.length > MAX_PROFILE_ADDRESS || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username + password === ''
}

/**
 * The version that a call is answered in: the one that the agent names, else that of the address it called. The profile
 * is not fetched (decision 159). Throws where the agent does not say where its profile is, and for a version that is
 * not spoken.
 */
export function negotiateVersion({ profile, version }: Agent, ofAddress: ProtocolVersion): ProtocolVersion {
  if (!isWebAddress(profile)) throw invalidProfile()
  if (version === undefined) return ofAddress
  if (!isSpoken(version)) throw unsupportedVersion(version)
  return version
}
