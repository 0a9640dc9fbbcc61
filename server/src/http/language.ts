import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isOffered, languageCookie, offeredLanguages, sourceLanguage } from '#core/languages/language.ts'
import { readCookie } from './cookies.ts'

/** Header in which our pages name the language that they show. Other clients do not send it. */
export const languageHeader = 'x-language'

const offered = (tag: unknown): string | undefined => (typeof tag === 'string' && isOffered(tag) ? tag : undefined)

const chosen = (request: FastifyRequest): string | undefined =>
  offered(request.viewer?.language) ?? offered(readCookie(request, languageCookie))

/**
 * Returns the language of the reply to an API call: that of the calling page, else the one that the reader has chosen, else English, which
 * clients without support for languages expect (decisions, section 5).
 */
export const languageOf = (request: FastifyRequest): string =>
  offered(request.headers[languageHeader]) ?? chosen(request) ?? sourceLanguage

/** The language that a reader has chosen, or that their page is in; undefined where it is English because they have chosen none. */
export function readerLanguageOf(request: FastifyRequest): string | undefined {
  const language = languageOf(request)
  return language === sourceLanguage && chosen(request) !== language ? undefined : language
}

/** Incomplete translations are used only for readers who choose them. */
const whole = offeredLanguages.filter((language) => language.whole).map(({ tag }) => tag)

const namedIn = ({ url }: FastifyRequest): string | undefined => offered(/[?&]lang=([\w-]+)/.exec(url)?.[1])

/** Characters of `Accept-Language` that are read: a header has room for thousands of languages, and browsers send a few. */
const readLength = 500

/**
 * Returns the language of a document: `?lang=` in its URL, else that of the account, of the cookie, of `Accept-Language`, and of the site,
 * in this order.
 */
export function documentLanguage(request: FastifyRequest, siteLanguage: string): string {
  const known = namedIn(request) ?? chosen(request)
  if (known) return known
  // the site's own language comes first, because it is chosen for a browser that accepts any
  const site = offered(siteLanguage) ?? sourceLanguage
  const tags = [site, ...whole]
  const accepted = request.headers['accept-language']?.slice(0, readLength)
  return new Negotiator({ headers: { 'accept-language': accepted } }).languages(tags)[0] ?? site
}

/**
 * The language that the address of a document names, where the reader has followed a link of our own pages, as those of the switch without
 * scripts; the browser keeps it then. Links of others change nothing, and what an account has chosen stays.
 */
export function languageToKeep(request: FastifyRequest): string | undefined {
  const followed =
    request.headers['sec-fetch-site'] === 'same-origin' && request.headers['sec-fetch-mode'] === 'navigate'
  if (request.method !== 'GET' || !followed || request.viewer?.language) return undefined
  const named = namedIn(request)
  return named === readCookie(request, languageCookie) ? undefined : named
}

/** Whether a Cookie header contains nothing but a language, which does not identify anyone. */
export const hasOnlyLanguage = (cookies: string | undefined): boolean =>
  cookies !== undefined && /^(?:__Host-)?vc_language=[\w-]*$/.test(cookies.trim())
