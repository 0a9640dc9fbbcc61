/** Base for parsing; `.invalid` belongs to no one. */
const base = 'http://next.invalid'
const longest = 2000

/** Pages for signing in: they pass `next` on, and are never the target themselves. */
export const signInPages: ReadonlySet<string> = new Set(['/login', '/signup', '/forgotpassword', '/auth/callback'])

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks from addresses, so "/\t/evil.com" means "//evil.com"
const suspicious = /[\u0000-\u001f\u007f\\]/

/**
 * The address a visitor is brought back to after signing in: a path of this site with query and hash, or "/" for
 * anything else. The input comes from links and is not trusted.
 */
export function safeNext(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > longest || !wanted.startsWith('/') || suspicious.test(wanted)) return '/'
  if (!URL.canParse(wanted, base)) return '/'
  const url = new URL(wanted, base)
  // "/.//evil.com" is of this origin until its dots are resolved
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  if (signInPages.has(url.pathname.replace(/\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

/** The address of a page for signing in that remembers where the visitor wanted to go. */
export function withNext(page: '/signup' | '/login' | '/forgotpassword', wanted: string | null | undefined): string {
  const next = safeNext(wanted)
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`
}
