import { execFile } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { promisify } from 'node:util'

/** The machine and the commit, which every figure depends on. */
export async function describeMachine(): Promise<string> {
  const commit = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
    .then(({ stdout }) => stdout.trim())
    .catch(() => 'unknown')
  const processor = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  return `${platform()} ${release()} ${arch()}, ${processor}, ${memory}, Node ${process.version}, commit ${commit}`
}

/** How many programs wanted a core within the last minute; more than a few before a run means a busy machine. */
export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10
