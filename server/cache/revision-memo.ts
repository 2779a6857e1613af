/**
 * Values by key, each good for one revision of the catalogue; concurrent askers of one key share one making. At most
 * `most` are kept; a failed one is not.
 */
export class RevisionMemo<Value> {
  private readonly revision: { readonly current: number }
  private readonly most: number
  private values = new Map<string, Promise<Value>>()
  private keptRevision = 0

  constructor(revision: { readonly current: number }, most: number) {
    this.revision = revision
    this.most = most
  }

  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const isOutdated = this.keptRevision !== this.revision.current
    const known = isOutdated ? undefined : this.values.get(key)
    if (known) return known
    if (isOutdated || this.values.size >= this.most) {
      this.values = new Map()
      this.keptRevision = this.revision.current
    }
    const { values } = this
    const made = make()
    values.set(key, made)
    try {
      return await made
    } catch (error) {
      values.delete(key)
      throw error
    }
  }
}
