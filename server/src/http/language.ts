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

/**
 * Returns the language of a document: `?lang=` in its URL, else that of the account, of the cookie, of `Accept-Language`, and of the site,
 * in this order.
 */
export function documentLanguage(request: FastifyRequest, siteLanguage: string): string {
  const named = /[?&]lang=([\w-]+)/.exec(request.url)?.[1]
  const known = offered(named) ?? chosen(request)
  if (known) return known
  // the site's own language comes first, because it is chosen for a browser that accepts any
  const site = offered(siteLanguage) ?? sourceLanguage
  const tags = [site, ...whole]
  return new Negotiator(request.raw).languages(tags)[0] ?? site
}

/** Whether a Cookie header contains nothing but a language, which does not identify anyone. */
export const hasOnlyLanguage = (cookies: string | undefined): boolean =>
  cookies !== undefined && /^(?:__Host-)?vc_language=[\w-]*$/.test(cookies.trim())
