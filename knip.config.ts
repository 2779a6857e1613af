import type { KnipConfig } from 'knip'

/**
 * `knip` finds what nobody uses and what only its own file uses; `knip --production` finds what only tests use. A
 * file's own use of an export counts in production, because its tests may use the export too.
 */
export default (({ production = false }) => ({
  entry: [
    'client/client.ts!',
    'client/examples/*.ts!',
    'server/{start/main,start/backup-command,start/restore-command,start/licences-command,accounts/admin-command,media/encoder-process,documents/pdf/pdf-drawer-thread,documents/pdf/fonts/draw}.ts!',
    'demo/{seed-command,prepare-pictures}.ts!',
    'app/{root,entry.client,entry.server}.tsx!',
    'app/{routes,fonts/subset,ui/draw-avatars,styles/draw-brand}.ts!',
    'app/routes/**/*.tsx!',
    '{bench/run,bench/budgets,prove/run,prove/nodes/run,prove/faults/run,prove/containers,prove/kill-switch,test/{npm-test,repeat}}.ts!',
    '{react-router,vite}.config.ts!',
    'e2e/{cheap-passwords,draw-readme-pictures,shop-host}.ts',
  ],
  project: [
    '{client,contract,server,sandbox,app,demo,bench,prove}/**/*.{ts,tsx,css}!',
    '{lint,test,e2e}/**/*.{ts,tsx}',
    '*.ts!',
  ],
  // The entries above name what Vite and React Router load, for both runs.
  vite: false,
  'react-router': false,
  ignoreExportsUsedInFile: production,
  ignoreDependencies: ['@sparticuz/chromium', 'node'],
  ignoreBinaries: ['buildah', 'nginx'],
})) satisfies KnipConfig
