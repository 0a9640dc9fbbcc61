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
 * Language of the reply to a call of the API: that of the page which calls, else the one that the reader has chosen, else English, which
 * clients that know nothing of languages expect (decisions, section 5).
 */
export const languageOf = (request: FastifyRequest): string =>
  offered(request.headers[languageHeader]) ?? chosen(request) ?? sourceLanguage

/** The language that a reader has chosen, or that their page is in; undefined where it is English because they have chosen none. */
export function readerLanguageOf(request: FastifyRequest): string | undefined {
  const language = languageOf(request)
  return language === sourceLanguage && chosen(request) !== language ? undefined : language
}

/** A language with gaps is there for those who choose it. */
const whole = offeredLanguages.filter((language) => language.whole).map(({ tag }) => tag)

/**
 * Language of a document: `?lang=` of its address, else that of the account, of the cookie, what the browser asks for, and what the
 * site is set to.
 */
export function documentLanguage(request: FastifyRequest, siteLanguage: string): string {
  const named = /[?&]lang=([\w-]+)/.exec(request.url)?.[1]
  const known = offered(named) ?? chosen(request)
  if (known) return known
  // the site's own language first: it is the answer to a browser that takes any
  const site = offered(siteLanguage) ?? sourceLanguage
  const tags = [site, ...whole]
  return new Negotiator(request.raw).languages(tags)[0] ?? site
}

/** Whether a header of cookies has nothing but a language, which says nothing of who asks. */
export const hasOnlyLanguage = (cookies: string | undefined): boolean =>
  cookies !== undefined && /^(?:__Host-)?vc_language=[\w-]*$/.test(cookies.trim())
