import { msg } from '@lingui/core/runtime-macro'
import type { Role } from '@virtual-courses/contract'
import type { Say, Sentence } from '#core/languages/language.ts'
import { devPage, escapeHtml } from './dev-page.ts'

const title = msg`Local sign-in`

export type SignInView = {
  redirectUri: string
  state: string
  /** nonce of the sign-in, not of the page's Content-Security-Policy */
  flowNonce: string
  codeChallenge: string
  /** demo accounts to choose from */
  people: readonly { name: string; email: string; role: string }[]
  typed?: { name: string; email: string }
  /** validation error of a field */
  problem?: { field: 'name' | 'email'; sentence: Sentence }
  nonce: string
  say: Say
}

const css = `
:root { --width: 460px }
form { display: grid; gap: 18px }
label.field { display: grid; gap: 6px; font-weight: 600; font-size: 15px }
input[type=text], input[type=email] { font: inherit; font-weight: 400; width: 100%; min-height: 46px; padding: 10px 14px; border-radius: 12px; border: 1px solid var(--edge); background: var(--surface); color: inherit }
label.check { display: flex; gap: 10px; align-items: start; font-size: 15px }
input[type=checkbox] { width: 20px; height: 20px; margin: 2px 0 0; flex: none; accent-color: var(--primary) }
[role=alert] { color: var(--danger); font-weight: 600 }
.row { display: flex; gap: 12px; flex-wrap: wrap } .row .button { flex: 1 1 140px }
fieldset { border: 0; padding: 18px 0 0; margin: 0; border-top: 1px solid var(--line); display: grid; gap: 10px; min-width: 0 }
legend { font-weight: 600; font-size: 15px; float: left; width: 100%; padding: 0 }
.person { display: grid; gap: 0; text-align: start; font-weight: 600; line-height: 1.4; border-color: var(--line) } .person span { font-weight: 400; font-size: 14px; color: var(--muted) }`

const cancelUrl = ({ redirectUri, state }: SignInView): string => {
  const url = new URL(redirectUri)
  url.searchParams.set('error', 'access_denied')
  if (state) url.searchParams.set('state', state)
  return url.href
}

const roleNames: Record<string, Sentence> = {
  student: msg`Student`,
  educator: msg`Educator`,
  admin: msg`Admin`,
} satisfies Record<Role, Sentence>

const personButton = ({ name, email, role }: SignInView['people'][number], say: Say): string =>
  `<button class="button person" name="as" value="${escapeHtml(email)}" formnovalidate>${escapeHtml(name)}<span>${escapeHtml(say(roleNames[role] ?? role))}, ${escapeHtml(email)}</span></button>`

/** The page of the local sign-in: explains itself and asks for a name and an address. */
export function signInPage(view: SignInView): string {
  const { say } = view
  const text = (sentence: Sentence): string => escapeHtml(say(sentence))
  const people = view.people.length
    ? `<fieldset><legend>${text(msg`Or go on as someone from the demo`)}</legend>${view.people.map((one) => personButton(one, say)).join('')}</fieldset>`
    : ''
  const wrong = view.problem?.field
  const problem = view.problem ? `<p role="alert" id="problem">${text(view.problem.sentence)}</p>` : ''
  const marks = (field: 'name' | 'email'): string =>
    `required${field === (wrong ?? 'name') ? ' autofocus' : ''}${field === wrong ? ' aria-invalid="true" aria-describedby="problem"' : ''}`
  const body = `<p class="note">${text(msg`Local sign-in stands in for Google while no Google client is configured. It believes whatever you enter, and is there for trying out only.`)}</p>
<form class="card" method="post" action="/dev/sign-in">
<input type="hidden" name="redirect_uri" value="${escapeHtml(view.redirectUri)}"><input type="hidden" name="state" value="${escapeHtml(view.state)}"><input type="hidden" name="nonce" value="${escapeHtml(view.flowNonce)}"><input type="hidden" name="code_challenge" value="${escapeHtml(view.codeChallenge)}">
${problem}<label class="field">${text(msg`Name`)}<input type="text" name="name" value="${escapeHtml(view.typed?.name ?? '')}" autocomplete="name" maxlength="100" ${marks('name')}></label>
<label class="field">${text(msg`Email`)}<input type="email" name="email" value="${escapeHtml(view.typed?.email ?? '')}" autocomplete="email" maxlength="254" ${marks('email')}></label>
<label class="check"><input type="checkbox" name="unverified" value="yes">${text(msg`This address is not verified`)}</label>
<div class="row"><button class="button main">${text(msg`Continue`)}</button><a class="button" href="${escapeHtml(cancelUrl(view))}">${text(msg`Cancel`)}</a></div>
${people}</form>`
  return devPage({ title: say(title), body, css, nonce: view.nonce, say })
}

/** Shown when the redirect URI is not allowed. */
export const wrongRedirectPage = (nonce: string, say: Say): string =>
  devPage({
    title: say(title),
    body: `<p class="card" role="alert">${escapeHtml(say(msg`This address is not one that this site may be returned to`))}</p><p><a href="/login">${escapeHtml(say(msg`Back to Login`))}</a></p>`,
    css: ':root { --width: 460px }',
    nonce,
    say,
  })
