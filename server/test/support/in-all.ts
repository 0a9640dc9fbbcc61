/** Whether the longest tests run too: `npm test -- --all`. */
export const isWhole = process.env.TEST_ALL === '1'

/**
 * Whether a test runs here that no engine decides otherwise, in a file that runs on both: on PostgreSQL, where there is one, and on the
 * embedded database too with `npm test -- --all`.
 */
export const isOnOne = isWhole || process.env.TEST_ENGINE === 'postgres' || process.env.SERVER_ENGINE === 'embedded'

/** The cases of every run, and with `npm test -- --all` those that show the same of their kind. */
export const inAll = <T>(always: readonly T[], more: readonly T[]): T[] => [...always, ...(isWhole ? more : [])]

/** One of so many cases in every run, evenly from first to last, and all with `npm test -- --all`. */
export const oneOf = <T>(count: number, cases: readonly T[]): T[] =>
  cases.filter((_, at) => isWhole || at % count === 0)
