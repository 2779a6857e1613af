import { createHook } from 'node:async_hooks'

/** Never read, only held. */
const held: object[] = []

/**
 * Has `process.nextTick` stay fast. Node makes an object for each of the six ticks of an answer. At a collection of the whole
 * heap that finds none of them alive V8 forgets their shape; the code that makes them then meets another one than before,
 * and takes the slow way for as long as the process lives: a tenth of the time of an answer from memory. One that
 * is held keeps the shape. To be called once, before there is much to collect.
 */
export function holdTickShape(): readonly object[] {
  const hook = createHook({
    trackPromises: false,
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') held.push(resource)
    },
  }).enable()
  process.nextTick(() => {})
  hook.disable()
  return held
}
