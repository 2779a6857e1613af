export type Call<Answer = unknown> = (...parameters: unknown[]) => Answer

/** Replaces these methods of an object of Playwright. */
export function changeCalls<Answer>(
  owner: object,
  names: readonly string[],
  replace: (call: Call<Answer>) => Call<Answer>,
): void {
  const calls = owner as Record<string, Call<Answer>>
  for (const name of names) {
    const call = calls[name]
    if (!call) throw new Error(`Playwright knows no ${name}.`)
    calls[name] = replace(call.bind(owner))
  }
}
