const ASK_MS = 2000
const ROLES = { leader: 1, sync_standby: 1, replica: 1 }

interface Member {
  name: string
  role: string
}

/** What a Patroni says of its own server; the primary's also names the standbys that it sends to. */
interface Status {
  state: string
  timeline?: number
  replication?: { state: string; sync_state: string }[]
}

/** The JSON at an address; undefined when there is none. */
export async function ask<Answer>(address: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ASK_MS) })
    return (await answer.json()) as Answer
  } catch {
    return undefined
  }
}

/** The role of each node as etcd has it; a lost node stays listed until its time is over. */
export async function listMembers(apis: readonly string[]): Promise<Member[]> {
  const answers = await Promise.all(apis.map((api) => ask<{ members?: Member[] }>(`${api}/cluster`)))
  return answers.find((answer) => answer?.members)?.members ?? []
}

const hasEveryRole = (members: readonly Member[]) =>
  Object.entries(ROLES).every(([role, count]) => members.filter((one) => one.role === role).length === count)

/**
 * True when every server runs, the primary sends to two others, and one of them has everything that it acknowledges.
 */
export async function isWhole(apis: readonly string[]): Promise<boolean> {
  const [members, ...statuses] = await Promise.all([
    listMembers(apis),
    ...apis.map((api) => ask<Status>(`${api}/patroni`)),
  ])
  const receivers = statuses.flatMap((status) => status?.replication ?? [])
  return (
    hasEveryRole(members) &&
    statuses.every((status) => status?.state === 'running' && status.timeline === statuses[0]?.timeline) &&
    receivers.length === 2 &&
    receivers.every(({ state }) => state === 'streaming') &&
    receivers.filter(({ sync_state }) => sync_state === 'sync').length === 1
  )
}
