import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { validate } from '#core/validate.ts'
import { documentSay } from '#http/serve.ts'
import type { KeptMail } from '#ports/mail.ts'
import { devPage, escapeHtml, newNonce, sendDevPage } from '../dev-pages/dev-page.ts'

const css = `
article header { margin: 0 0 14px; display: grid; gap: 2px } article p { font-size: 15px }
pre { white-space: pre-wrap; font: 15px/1.6 ui-monospace, Menlo, Consolas, monospace; margin: 0; padding: 16px; border-radius: 12px; border: 1px solid var(--line); background: var(--canvas) }
details { margin-top: 14px } summary { cursor: pointer; font-weight: 600; color: var(--link); padding: 6px 0 }
iframe { width: 100%; height: 520px; border: 1px solid var(--line); border-radius: 12px; margin-top: 8px; color-scheme: light dark }
.empty { text-align: center; padding: 48px 24px; display: grid; gap: 6px }
.top { display: flex; gap: 16px; justify-content: space-between; align-items: center; flex-wrap: wrap; margin-bottom: 16px }`

/** Without a year: the only numbers of four digits on this page are codes. */
const timeIn = (timeZone: string, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/** Names of files, with links to them. */
const attachedOf = ({ id, attached }: KeptMail, say: Say): string =>
  attached.length === 0
    ? ''
    : `<p>${escapeHtml(say(msg`Attached:`))} ${attached.map((name, place) => `<a href="/dev/outbox/${encodeURIComponent(id)}/${place}">${escapeHtml(name)}</a>`).join(', ')}</p>`

const article = (mail: KeptMail, time: Intl.DateTimeFormat, say: Say): string => `<article class="card">
<header><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(say(msg({ message: 'To', context: 'mail' })))} <strong>${escapeHtml(mail.to)}</strong></p><p class="muted"><time datetime="${mail.keptAt.toISOString()}">${escapeHtml(time.format(mail.keptAt))}</time></p></header>
<pre>${escapeHtml(mail.text.trim())}</pre>
${attachedOf(mail, say)}<details><summary>${escapeHtml(say(msg`As HTML`))}</summary><iframe sandbox title="${escapeHtml(say(msg`${{ subject: mail.subject }}, as HTML`))}" loading="lazy" src="/dev/outbox/${encodeURIComponent(mail.id)}"></iframe></details>
</article>`

/** The page with the kept mails, newest first. */
function outboxPage(mails: readonly KeptMail[], timeZone: string, nonce: string, say: Say): string {
  const time = timeIn(timeZone, say.language === 'en' ? 'en-IN' : say.locale)
  const list = mails.length
    ? mails.map((mail) => article(mail, time, say)).join('\n')
    : `<div class="card empty"><h2>${escapeHtml(say(msg`No mails yet`))}</h2><p class="muted">${escapeHtml(say(msg`Mails that the site would send appear here.`))}</p></div>`
  const body = `<p class="note">${escapeHtml(say(msg`No mail server is configured, so mails stay here instead of being sent. This page is there for trying out only.`))}</p>
<div class="top"><p class="muted">${escapeHtml(say(msg`Newest first`))}</p><a class="button" href="/dev/outbox">${escapeHtml(say(msg`Refresh`))}</a></div>
${list}`
  return devPage({ title: say(msg`Outbox`), body, css, nonce, say })
}

const Params = z.object({ id: z.string().max(64) })
const FileParams = Params.extend({ place: z.coerce.number().int().min(0).max(100) })

/** Content-Security-Policy of a mail: its own styles only, no scripts and no requests. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`

/** Registers the pages of the outbox, which keeps mails instead of sending them. Without an outbox the pages do not exist. */
export function registerOutbox(
  app: FastifyInstance,
  { mail, config, settings }: Pick<FeatureDeps, 'mail' | 'config' | 'settings'>,
): void {
  const { outbox } = mail
  if (!outbox || !config.outbox) return
  app.get('/dev/outbox', async (request, reply) => {
    const nonce = newNonce()
    const say = documentSay(request, settings.current().language)
    const html = outboxPage(await outbox.newest(), config.TIME_ZONE, nonce, say)
    return sendDevPage(reply, html, { nonce, frames: true })
  })
  app.get('/dev/outbox/:id', async (request, reply) => {
    const found = await outbox.find(validate(Params, request.params)?.id ?? '')
    if (!found) throw new DomainError('not_found')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': mailPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(found.html)
  })
  app.get('/dev/outbox/:id/:place', async (request, reply) => {
    const found = validate(FileParams, request.params)
    const file = found ? await outbox.findAttachment(found.id, found.place) : null
    if (!file) throw new DomainError('not_found')
    return reply
      .type(file.contentType)
      .headers({
        'content-disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
        'content-security-policy': mailPolicy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(file.content))
  })
}
