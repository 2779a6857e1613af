import { ShopError } from '#contract/api/errors.ts'
import { MAX_ERROR_SENTENCE_LENGTH } from '#server/http/request-limits.ts'
import { PROTOCOL_VERSIONS } from '#server/programs/agents/protocol-versions.ts'

/** A code that the protocol has for an error of its own; the shop's errors have others. */
type ProtocolCode = 'invalid_profile_url' | 'version_unsupported' | 'request_too_large' | 'quantity_unit_mismatch'

/** The cause of an error that the protocol has a code for. */
class ProtocolCause extends Error {
  readonly protocolCode: ProtocolCode
  constructor(protocolCode: ProtocolCode) {
    super(protocolCode)
    this.protocolCode = protocolCode
  }
}

const protocolError = (protocolCode: ProtocolCode, sentence: string, status: number) =>
  new ShopError('invalid', sentence, { status, cause: new ProtocolCause(protocolCode) })

/** 400: the agent does not say where its profile is. */
export const invalidProfile = () =>
  protocolError(
    'invalid_profile_url',
    'Please say where your profile is: the header UCP-Agent with profile="https://…", or ucp-agent.profile in the meta of a tool.',
    400,
  )

/** 422: the agent speaks a version that the shop does not. */
export const unsupportedVersion = (version: string) =>
  protocolError(
    'version_unsupported',
    `Version ${version.slice(0, 40)} is not spoken here. This shop speaks ${PROTOCOL_VERSIONS.join(' and ')}.`,
    422,
  )

/** 400: a list of the call has too many items. */
export const tooLarge = (sentence: string) => protocolError('request_too_large', sentence, 400)

/** What is asked for is counted in a unit that nothing here is sold by. A conflict: the agent asks again in pieces. */
export const unitMismatch = () =>
  new ShopError('conflict', 'Everything here is sold by the piece (C62). Please send the quantity in pieces.', {
    cause: new ProtocolCause('quantity_unit_mismatch'),
  })

/** The code by which an agent knows an error. */
export const codeOf = ({ code, cause }: ShopError): string =>
  cause instanceof ProtocolCause ? cause.protocolCode : code

/** True for an error about finding out which version to speak, before anything was asked. */
export const isDiscovery = ({ cause }: ShopError): boolean =>
  cause instanceof ProtocolCause && ['invalid_profile_url', 'version_unsupported'].includes(cause.protocolCode)

/** What an agent is told when its call was not carried out: a code for the program, a sentence for people. */
interface ProtocolErrorBody {
  code: string
  content: string
  continue_url: string
}

export function protocolErrorBody(error: ShopError, shopUrl: string): ProtocolErrorBody {
  const sentences = [error.message, ...Object.entries(error.fields ?? {}).map(([name, text]) => `${name}: ${text}`)]
  const content = [...new Set(sentences)].join(' ').slice(0, MAX_ERROR_SENTENCE_LENGTH).toWellFormed()
  return { code: codeOf(error), content, continue_url: shopUrl }
}
