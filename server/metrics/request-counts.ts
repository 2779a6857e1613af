import type { Counter, Histogram } from 'prom-client'

interface Labels {
  method: string
  route: string
  status: string
}

/**
 * Counts finished requests by route and status. A request costs one look into a map and one observation; the numbers become
 * text only when somebody asks.
 */
export class RequestCounts {
  private readonly counts = new Map<string, { labels: Labels; requests: number }>()
  private readonly seconds: Histogram<'method' | 'route'>

  constructor(seconds: Histogram<'method' | 'route'>) {
    this.seconds = seconds
  }

  add(method: string, route: string, status: number, milliseconds: number): void {
    const key = `${method} ${route} ${status}`
    let count = this.counts.get(key)
    if (!count) {
      count = { labels: { method, route, status: String(status) }, requests: 0 }
      this.counts.set(key, count)
    }
    count.requests += 1
    this.seconds.observe({ method, route }, milliseconds / 1000)
  }

  writeTo(counter: Counter<keyof Labels>): void {
    for (const { labels, requests } of this.counts.values()) counter.inc({ ...labels }, requests)
  }
}
