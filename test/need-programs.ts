import { expect, test } from 'vitest'

/**
 * For a file whose tests all need programs that a machine may lack: where `found` is empty, one skipped test says so.
 * Without it the file would have no test, which is a failure.
 */
export function needPrograms(names: string, found: readonly unknown[]): void {
  test.skipIf(found.length === 0)(`this machine has ${names}`, () => expect(found).not.toEqual([]))
}
