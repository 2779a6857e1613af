/**
 * Switches of Node for a process of the shop that a test starts: it lives too short for what it would cost to compile
 * the code of its database a second time, to faster code.
 */
export const SHORT_LIVED = ['--liftoff-only']
