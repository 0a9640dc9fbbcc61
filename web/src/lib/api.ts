import { createClient, type Fetch } from '@virtual-courses/contract'

const send: Fetch = (path, init) => fetch(path, { ...init, credentials: 'include' })

/** The API as the browser calls it, with this visitor's cookies. Throws `ApiError`. */
export const browserApi = createClient(send)
