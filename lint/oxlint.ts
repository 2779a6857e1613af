import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Long, because the linter is a process of its own and takes seconds on a machine that is busy with other work. */
export const LINT_TIMEOUT_MS = 180_000

const projectRoot = join(import.meta.dirname, '..')

/** One complaint of the linter. `rule` reads as in the configuration: `layers/no-barrels`. */
export interface Complaint {
  file: string
  rule: string
  message: string
}

/**
 * Writes the files into an empty project with this project's own lint and compiler settings, and lints it with the real
 * oxlint.
 *
 * @param files text by path, relative to that project's root
 */
export async function lintTree(files: Readonly<Record<string, string>>): Promise<Complaint[]> {
  const root = await mkdtemp(join(tmpdir(), 'selvedge-lint-'))
  try {
    await Promise.all(
      Object.entries({ ...(await settings()), ...files }).map(([path, text]) => plant(join(root, path), text)),
    )
    await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
    return await runOxlint(root)
  } finally {
    await rm(root, { recursive: true })
  }
}

async function settings(): Promise<Record<string, string>> {
  const names = ['package.json', 'tsconfig.json', '.gitignore', '.oxlintrc.json']
  const texts = await Promise.all(names.map((name) => readFile(join(projectRoot, name), 'utf8')))
  const plugin = JSON.stringify(join(projectRoot, 'lint/rules.ts'))
  return Object.fromEntries(names.map((name, i) => [name, (texts[i] ?? '').replace('"./lint/rules.ts"', plugin)]))
}

async function plant(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function runOxlint(cwd: string): Promise<Complaint[]> {
  const program = join(projectRoot, 'node_modules/oxlint/bin/oxlint')
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, '--format', 'json'],
      { cwd, maxBuffer: 64 * 2 ** 20 },
      (_failure, stdout, stderr) => {
        try {
          const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] }
          resolve(
            report.diagnostics.map(({ code, filename, message }) => ({
              file: filename,
              rule: ruleName(code),
              message,
            })),
          )
        } catch {
          reject(new Error(`oxlint gave no report: ${stdout}${stderr}`))
        }
      },
    )
  })
}

/** `layers(no-barrels)` → `layers/no-barrels`, as a rule is written in the configuration. */
function ruleName(code: string): string {
  return code.replace(/^(.+)\((.+)\)$/, '$1/$2')
}
