/** Asks for the password. Resolves with true once it was right, and with false if the person gives up. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Sets the function that asks for the password, or removes it. */
export function setPasswordAsker(asker: Ask | undefined): void {
  ask = asker
}

/** Calls that need the password at the same time share one question. */
function askOnce(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
  return asking
}

async function isPasswordNeeded(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'password_needed'
}

/**
 * Fetches like `fetch`. If the API demands the password again, a dialog asks for it, and the same call is sent once
 * more, so that nothing entered in a form is lost.
 */
export async function fetchWithPassword(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init)
  if (!(await isPasswordNeeded(answer)) || !(await askOnce())) return answer
  return fetch(path, init)
}
