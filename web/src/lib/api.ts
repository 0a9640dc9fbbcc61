import { i18n } from '@lingui/core'
import { createClient, type Fetch } from '@virtual-courses/contract'

/** The server says its sentences in the language of the page. */
const send: Fetch = (path, init) =>
  fetch(path, { ...init, headers: { ...init.headers, 'x-language': i18n.locale }, credentials: 'include' })

/** The API as the browser calls it, with this visitor's cookies. Throws `ApiError`. */
export const browserApi = createClient(send)
