import { cleanName, Email } from '@virtual-courses/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { validate } from '#core/validate.ts'
import type { HostedSignIn } from '#ports/identity.ts'
import { newNonce, sendDevPage } from './dev-pages/dev-page.ts'
import { type SignInView, signInPage, strayPage } from './dev-pages/sign-in-page.ts'
import { isOurReturn } from './rules.ts'

const text = (max: number) => z.string().max(max).catch('')
const Asked = z.object({ redirect_uri: text(2048), state: text(2048), nonce: text(200), code_challenge: text(200) })
const Filled = Asked.extend({ name: text(200), email: text(500), as: text(500), unverified: text(10) })

const askedOf = (query: z.output<typeof Asked> | undefined) => ({
  redirectUri: query?.redirect_uri ?? '',
  state: query?.state ?? '',
  flowNonce: query?.nonce ?? '',
  codeChallenge: query?.code_challenge ?? '',
})

const formBytes = 32 * 1024

/** The stand-in's own page. It sends browsers back to addresses of ours only, as a provider does. */
export function registerLocalSignIn(
  app: FastifyInstance,
  { config }: Pick<FeatureDeps, 'config'>,
  hosted: HostedSignIn,
): void {
  const ours = { publicUrl: config.publicUrl, corsOrigins: config.CORS_ORIGINS, production: config.production }

  /** Null when the browser may be sent back there. */
  const stray = (request: FastifyRequest, reply: FastifyReply, redirectUri: string): FastifyReply | null => {
    if (isOurReturn(redirectUri, { ...ours, host: request.host })) return null
    const nonce = newNonce()
    const problem = 'This address is not one that this site may be returned to'
    return sendDevPage(reply.code(400), strayPage(problem, nonce), { nonce })
  }
  const show = (reply: FastifyReply, view: Omit<SignInView, 'people' | 'nonce'>): FastifyReply => {
    const nonce = newNonce()
    // Browsers hold a form to this also when its answer leads on.
    const formAction = `'self' ${new URL(view.redirectUri).origin}`
    return sendDevPage(reply, signInPage({ ...view, people: hosted.people, nonce }), { nonce, formAction })
  }

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get('/dev/sign-in', async (request, reply) => {
      const asked = askedOf(validate(Asked, request.query))
      return stray(request, reply, asked.redirectUri) ?? show(reply, asked)
    })
    scope.post('/dev/sign-in', async (request, reply) => {
      const filled = Filled.parse(request.body ?? {})
      const asked = askedOf(filled)
      const { redirectUri, state } = asked
      const refused = stray(request, reply, redirectUri)
      if (refused) return refused
      const chosen = hosted.people.find(({ email }) => email === filled.as)
      const typed = { name: chosen?.name ?? cleanName(filled.name), email: chosen?.email ?? filled.email }
      const email = Email.safeParse(typed.email)
      if (typed.name === '' || !email.success) {
        const problem =
          typed.name === ''
            ? { field: 'name' as const, sentence: 'Please enter a name' }
            : { field: 'email' as const, sentence: 'Please enter a valid email address' }
        return show(reply.code(400), { ...asked, typed, problem })
      }
      const person = { name: typed.name, email: email.data, emailVerified: filled.unverified === '' }
      const back = new URL(redirectUri)
      back.searchParams.set(
        'code',
        hosted.issueCode(person, { redirectUri, nonce: asked.flowNonce, codeChallenge: asked.codeChallenge }),
      )
      if (state) back.searchParams.set('state', state)
      return reply.header('cache-control', 'no-store').redirect(back.href, 303)
    })
  })
}
