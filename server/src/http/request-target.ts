import type { RawRequestDefaultExpression } from 'fastify'

/**
 * The path and query of a request's target. A target in absolute form (`GET http://host/path`) is reduced to them, and its host
 * takes the place of the Host header (RFC 9112, section 3.2.2): routes, guards and logs see one form.
 */
export function originForm(request: RawRequestDefaultExpression): string {
  const { url = '' } = request
  if (url.charCodeAt(0) === 47 || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  request.headers.host = host
  return pathname + search
}
