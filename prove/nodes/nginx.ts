import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const HANDBOOK = join(import.meta.dirname, '..', '..', 'docs', 'nginx.conf')

/** Whether nginx is installed here. */
export const hasNginx = () =>
  promisify(execFile)('nginx', ['-v']).then(
    () => true,
    () => false,
  )

/** The handbook's configuration before other processes, on plain http; everything else stays as it is. */
export function onPlainHttp(site: string, listen: string, nodes: readonly string[]): string {
  const servers = nodes.map((node) => `    server ${node} max_fails=1 fail_timeout=2s;\n`).join('')
  return site
    .replace(/(?: {4}server 127\.0\.0\.1:\d+ .*\n)+/, servers)
    .replace(/(?: {4}(?:listen|server_name|ssl_\w+) .*\n)+/, `    listen ${listen};\n`)
    .replace(/\nserver \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
}

/** The main configuration around the site's: nginx runs for this run alone, from this folder. */
function frame(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `    ${name}_temp_path ${folder}/${name};`,
  )
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 1;
events {
    worker_connections 4096;
}
http {
${temporary.join('\n')}
${site.replaceAll('/var/log/nginx', folder)}
}
`
}

/**
 * Starts a throw-away nginx on `port` of the loopback, before these nodes, with the configuration of docs/nginx.conf.
 */
export async function startNginx(port: number, nodes: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-nginx-'))
  // As root, nginx starts its workers as another user.
  await chmod(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, frame(folder, onPlainHttp(await readFile(HANDBOOK, 'utf8'), `127.0.0.1:${port}`, nodes)))
  await promisify(execFile)('nginx', ['-t', '-p', folder, '-c', file])
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'inherit' })
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      process.off('exit', kill)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
