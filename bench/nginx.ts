import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { nginxConfig } from './nginx-config.ts'

/** Whether nginx is installed here. */
export const hasNginx = () =>
  promisify(execFile)('nginx', ['-v']).then(
    () => true,
    () => false,
  )

/** What the site's configuration stands in when nginx belongs to nobody but this run. */
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

/** Starts a throw-away nginx on `port` of the loopback, before these nodes, with the configuration of docs/operations/nginx.md. */
export async function startNginx(port: number, nodes: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-nginx-'))
  // As root it starts workers that are not.
  await chmod(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, frame(folder, nginxConfig({ nodes, listen: { plain: `127.0.0.1:${port}` } })))
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
