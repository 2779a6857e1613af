import { StartupError } from '#server/start/startup-error.ts'

/** A place in S3-compatible object storage, and the key to it. */
export interface BucketSettings {
  /** The address under which the keys lie, with a slash at its end. */
  address: string
  /** What people call the place: its bucket and host. */
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

type Environment = Record<string, string | undefined>

/** Amazon's rule for the names of buckets, which also keeps them safe in an address. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
/** It becomes a part of the host name at Amazon. */
const REGION = /^[a-zA-Z0-9-]+$/
/** Services other than Amazon's have no regions or take this name for their only one. */
const ONLY_REGION = 'us-east-1'

function required(env: Environment, name: string): string {
  const value = env[name]
  if (!value) throw new StartupError(`${name} is missing: STORAGE_URL needs it.`)
  return value
}

function endpointOf(env: Environment): URL | undefined {
  const name = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const value = env[name]
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isUsable =
    url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (!isUsable) throw new StartupError(`${name} is wrong: it must be an address that starts with https:// or http://.`)
  return url
}

/**
 * Reads `STORAGE_URL` and the settings that go with it under their usual `AWS_` names; undefined where it is not set.
 * Throws a `StartupError` that names the wrong one. At a custom endpoint the bucket is part of the path, which every
 * compatible service accepts. At Amazon it is part of the host, unless its name has a dot, which no certificate covers.
 */
export function readBucketSettings(env: Environment): BucketSettings | undefined {
  if (!env.STORAGE_URL) return undefined
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)(?:\/(.*?))?\/?$/.exec(env.STORAGE_URL) ?? []
  if (!BUCKET.test(bucket) || (prefix !== '' && !PREFIX.test(prefix))) {
    throw new StartupError('STORAGE_URL is wrong: it must look like s3://bucket or s3://bucket/prefix.')
  }
  const accessKeyId = required(env, 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = required(env, 'AWS_SECRET_ACCESS_KEY')
  const endpoint = endpointOf(env)
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint ? ONLY_REGION : required(env, 'AWS_REGION'))
  if (!REGION.test(region)) throw new StartupError('AWS_REGION is wrong: it must look like ap-south-1.')
  const amazon = bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}/`
    : `https://${bucket}.s3.${region}.amazonaws.com/`
  const root = endpoint ? `${endpoint.href.replace(/\/$/, '')}/${bucket}/` : amazon
  return {
    address: prefix ? `${root}${prefix}/` : root,
    name: `the bucket ${bucket} at ${new URL(root).host}`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  }
}
