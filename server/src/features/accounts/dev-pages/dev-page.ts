import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Say } from '#core/languages/language.ts'
import { pageFontFaces, pageFontSource } from '../../papers/index.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const mark = `<svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true"><rect width="32" height="32" rx="9.5" fill="#2d2783"/><path d="M5 9.9 16 17.6v9.9L6.9 21A4.6 4.6 0 0 1 5 17.3z" fill="#fff"/><path d="M27 9.9 16 17.6v9.9l9.1-6.5a4.6 4.6 0 0 0 1.9-3.7z" fill="#b9b4f7"/><circle cx="16" cy="9" r="4.2" fill="#fba81f"/></svg>`

const styles = `
${pageFontFaces}
:root { color-scheme: light dark; --canvas: light-dark(#fbfaf7, #100e22); --surface: light-dark(#fff, #191632); --line: light-dark(#e7e2d8, #332e5a); --edge: light-dark(#878198, #7d77a8); --ink: light-dark(#1a1744, #f4f2fc); --muted: light-dark(#4b4767, #c2bddc); --primary: light-dark(#2d2783, #aaa4ff); --on-primary: light-dark(#fff, #17143d); --link: light-dark(#352e93, #bab5ff); --note: light-dark(#fff0d3, #3d2c14); --on-note: light-dark(#663a00, #ffd894); --danger: light-dark(#b3241c, #ff948c); --focus: light-dark(#4f46d8, #ffc15a); font: 16px/1.6 "Noto Sans Devanagari", "Inter Variable", Inter, ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--canvas) }
* { box-sizing: border-box }
body { margin: 0; padding: clamp(20px, 5vw, 56px) clamp(16px, 4vw, 32px) 64px; overflow-wrap: anywhere }
main { margin: 0 auto; max-width: var(--width, 760px) }
header { display: flex; align-items: center; gap: 14px; margin-bottom: 20px; flex-wrap: wrap }
header svg { flex: none }
h1 { font-size: 28px; line-height: 1.15; letter-spacing: -.02em; margin: 0; flex: 1 1 auto }
h2 { font-size: 18px; line-height: 1.3; margin: 0 }
p { margin: 0 } a { color: var(--link); text-underline-offset: 3px }
.note { background: var(--note); color: var(--on-note); border-radius: 12px; padding: 12px 16px; font-size: 15px; margin-bottom: 24px }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: clamp(18px, 4vw, 28px); margin-bottom: 16px }
.muted { color: var(--muted) }
.button { font: inherit; font-weight: 600; min-height: 46px; padding: 10px 20px; border-radius: 12px; border: 1px solid var(--edge); background: transparent; color: var(--ink); cursor: pointer; text-decoration: none; text-align: center; display: inline-block }
.button.main { background: var(--primary); border-color: var(--primary); color: var(--on-primary) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }`

/** A page outside of the web application, for development only, without scripts. `body` and `css` are trusted. */
export const devPage = (page: {
  title: string
  body: string
  css?: string
  nonce: string
  say: Say
}): string => `<!doctype html>
<html lang="${page.say.language}" dir="${page.say.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(page.title)}</title><style nonce="${page.nonce}">${styles}${page.css ?? ''}</style></head>
<body><main><header>${mark}<h1>${escapeHtml(page.title)}</h1></header>
${page.body}
</main></body></html>
`

/** A nonce for the page's style. Hexadecimal, so that nothing in it looks like a one-time code. */
export const newNonce = (): string => randomBytes(16).toString('hex')

type Policy = { nonce: string; formAction?: string; frames?: boolean }

/** Sends such a page with a Content-Security-Policy that allows its own style and the site's font only. */
export function sendDevPage(reply: FastifyReply, html: string, { nonce, formAction, frames }: Policy): FastifyReply {
  const policy = [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `form-action ${formAction ?? `'none'`}`,
    `frame-src ${frames ? `'self'` : `'none'`}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    pageFontSource,
  ]
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      // Not "no-referrer": browsers would then send `Origin: null` with the form of this page.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(html)
}
