import type { Role } from '@virtual-courses/contract'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { readUrl } from '../text/read-url.ts'

/** Base for parsing; `.invalid` belongs to no one. */
const base = 'http://next.invalid'
const longest = 2000

/** Pages for signing in. They pass `next` on and are never the target. */
export const signInPages: ReadonlySet<string> = new Set([
  '/login',
  '/login/second-step',
  '/signup',
  '/forgotpassword',
  '/auth/callback',
])

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks from addresses, so "/\t/evil.com" means "//evil.com"
const suspicious = /[\u0000-\u001f\u007f\\]/

/**
 * Returns the page to open after signing in: a path of this site with query and hash, or "/" for anything else. The input
 * comes from links and is not trusted.
 */
export function safeNext(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > longest || !wanted.startsWith('/') || suspicious.test(wanted)) return '/'
  const url = readUrl(wanted, base)
  // "/.//evil.com" is of this origin until its dots are resolved
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return '/'
  if (signInPages.has(url.pathname.replace(/\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

/** Returns the page to open after signing up: an educator who wanted no other one begins in the studio. */
export function nextAfterSignUp(role: Role | undefined, wanted: string | null | undefined): string {
  const next = safeNext(wanted)
  return next === paths.home && role === 'educator' ? paths.dashboard : next
}

/** Returns the address of a page for signing in that leads back to the wanted page. */
export function withNext(
  page: '/signup' | '/login' | '/login/second-step' | '/forgotpassword',
  wanted: string | null | undefined,
): string {
  const next = safeNext(wanted)
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`
}

/** Returns where a visitor goes after signing in: the current page, or the one that redirected here. */
export function useNext(): string {
  const { pathname, search } = useLocation()
  return safeNext(signInPages.has(pathname) ? new URLSearchParams(search).get('next') : pathname + search)
}
