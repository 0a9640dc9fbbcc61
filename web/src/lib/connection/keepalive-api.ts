import { createClient } from '@virtual-courses/contract'

/** The API for calls that outlive the page, such as those sent while it is being closed. Throws `ApiError`. */
export const keepaliveApi = createClient((path, init) =>
  fetch(path, { ...init, credentials: 'include', keepalive: true }),
)
