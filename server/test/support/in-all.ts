/** Whether the longest tests run too: `npm test -- --all`. */
export const isWhole = process.env.TEST_ALL === '1'

/** The cases of every run, and with `npm test -- --all` those that show the same of their kind. */
export const inAll = <T>(always: readonly T[], more: readonly T[]): T[] => [...always, ...(isWhole ? more : [])]
