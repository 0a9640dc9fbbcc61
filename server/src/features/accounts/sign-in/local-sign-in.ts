import { msg } from '@lingui/core/runtime-macro'
import { cleanName, Email } from '@virtual-courses/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { validate } from '#core/validate.ts'
import { documentSay } from '#http/serve.ts'
import type { HostedSignIn } from '#ports/identity.ts'
import { newNonce, sendDevPage } from '../dev-pages/dev-page.ts'
import { type SignInView, signInPage, wrongRedirectPage } from '../dev-pages/sign-in-page.ts'
import { isAllowedRedirect } from '../rules.ts'

const text = (max: number) => z.string().max(max).catch('')
const Requested = z.object({ redirect_uri: text(2048), state: text(2048), nonce: text(200), code_challenge: text(200) })
const Submitted = Requested.extend({ name: text(200), email: text(500), as: text(500), unverified: text(10) })

const signInOf = (query: z.output<typeof Requested> | undefined) => ({
  redirectUri: query?.redirect_uri ?? '',
  state: query?.state ?? '',
  flowNonce: query?.nonce ?? '',
  codeChallenge: query?.code_challenge ?? '',
})

const formBytes = 32 * 1024

/** Registers the page of the local identity provider. Like any provider it redirects browsers to allowed addresses only. */
export function registerLocalSignIn(
  app: FastifyInstance,
  { config, settings }: Pick<FeatureDeps, 'config' | 'settings'>,
  hosted: HostedSignIn,
): void {
  const site = { publicUrl: config.publicUrl, corsOrigins: config.CORS_ORIGINS, production: config.production }

  const sayOf = (request: FastifyRequest) => documentSay(request, settings.current().language)
  /** Sends the error page unless the redirect URI is allowed; null when it is. */
  const refuseRedirect = (request: FastifyRequest, reply: FastifyReply, redirectUri: string): FastifyReply | null => {
    if (isAllowedRedirect(redirectUri, { ...site, host: request.host })) return null
    const nonce = newNonce()
    return sendDevPage(reply.code(400), wrongRedirectPage(nonce, sayOf(request)), { nonce })
  }
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    view: Omit<SignInView, 'people' | 'nonce' | 'say'>,
  ): FastifyReply => {
    const nonce = newNonce()
    // Browsers apply form-action also to the redirect that follows the form.
    const formAction = `'self' ${new URL(view.redirectUri).origin}`
    return sendDevPage(reply, signInPage({ ...view, people: hosted.people, nonce, say: sayOf(request) }), {
      nonce,
      formAction,
    })
  }

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get('/dev/sign-in', async (request, reply) => {
      const signIn = signInOf(validate(Requested, request.query))
      return refuseRedirect(request, reply, signIn.redirectUri) ?? show(request, reply, signIn)
    })
    scope.post('/dev/sign-in', async (request, reply) => {
      const submitted = Submitted.parse(request.body ?? {})
      const signIn = signInOf(submitted)
      const { redirectUri, state } = signIn
      const refused = refuseRedirect(request, reply, redirectUri)
      if (refused) return refused
      const chosen = hosted.people.find(({ email }) => email === submitted.as)
      const typed = { name: chosen?.name ?? cleanName(submitted.name), email: chosen?.email ?? submitted.email }
      const email = Email.safeParse(typed.email)
      if (typed.name === '' || !email.success) {
        const problem =
          typed.name === ''
            ? { field: 'name' as const, sentence: msg`Please enter a name` }
            : {
                field: 'email' as const,
                sentence: email.error?.issues[0]?.message ?? msg`Please enter a valid email address`,
              }
        return show(request, reply.code(400), { ...signIn, typed, problem })
      }
      const person = { name: typed.name, email: email.data, emailVerified: submitted.unverified === '' }
      const back = new URL(redirectUri)
      back.searchParams.set(
        'code',
        hosted.issueCode(person, { redirectUri, nonce: signIn.flowNonce, codeChallenge: signIn.codeChallenge }),
      )
      if (state) back.searchParams.set('state', state)
      return reply.header('cache-control', 'no-store').redirect(back.href, 303)
    })
  })
}
