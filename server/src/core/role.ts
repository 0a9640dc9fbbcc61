/** The part of the site that a process runs. */
export type Role = 'all' | 'web' | 'worker' | 'search'

type Process = { ROLE: Role; SEARCH_URL: readonly string[] }

/** Whether the process runs jobs. */
export const runsJobs = ({ ROLE }: Process): boolean => ROLE === 'all' || ROLE === 'worker'

/** Whether the process keeps an index of the published courses; otherwise it searches nothing, or asks the process that does. */
export const keepsIndex = ({ ROLE, SEARCH_URL }: Process): boolean =>
  ROLE === 'all' || ROLE === 'search' || (ROLE === 'web' && SEARCH_URL.length === 0)
