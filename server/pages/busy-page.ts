import { createHash } from 'node:crypto'

import { RETRY_SECONDS } from '#server/errors.ts'

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;padding:1rem;text-align:center}:root{color-scheme:light dark}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Tells a visitor that there is no room for this page right now, without any work for rendering. Reads try again by
 * themselves.
 */
export const busyPage = (isRead: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">${isRead ? `\n<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : ''}
<title>One moment, please</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>The shop is very busy right now. ${isRead ? 'This page tries again by itself.' : 'Nothing was changed: go back and send it again in a moment.'}</p>
</main>
</body>
</html>
`

export const BUSY_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`
