import type { CheckoutView } from '#ports/payments.ts'

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

const styles = `
:root { font: 16px/1.5 "Noto Sans Devanagari", system-ui, sans-serif; color: #1d1a3a; background: #fff }
* { box-sizing: border-box } body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column }
header { background: #26215f; color: #fff; padding: 20px 24px; display: grid; gap: 2px }
h1 { font-size: 18px; margin: 0 } header p { margin: 0; opacity: .85; font-size: 14px } .amount { font-size: 30px; font-weight: 700; margin-top: 8px }
main { padding: 20px 24px; display: grid; gap: 12px; flex: 1; align-content: start }
.note { background: #fff4e0; border: 1px solid #f2c46d; border-radius: 10px; padding: 10px 12px; font-size: 14px; margin: 0 }
button { font: inherit; font-weight: 600; border-radius: 10px; padding: 12px 16px; border: 1px solid #c9c6dd; background: #fff; color: inherit; cursor: pointer }
button.main { background: #1c6b3c; border-color: #1c6b3c; color: #fff } button:disabled { opacity: .6; cursor: progress }
button:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid #f09a1a; outline-offset: 2px }
details { font-size: 14px } summary { padding: 4px 0; cursor: pointer } label { display: grid; gap: 4px; margin-top: 8px } select { font: inherit; padding: 8px; border-radius: 8px; border: 1px solid #8d89ab; background: #fff; color: inherit }
[role=alert] { color: #9b1c1c; font-weight: 600; min-height: 1.5em; margin: 0 }`

const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)

const script = ({ origins, texts }: CheckoutView): string => `
const texts = ${json({ checkout: texts.checkout, tryAgain: texts.tryAgain, noAnswer: texts.noAnswer })}
const params = new URLSearchParams(location.search)
const asked = params.get('opener')
const opener = ${json(origins)}.includes(asked) ? asked : location.origin
const send = (message) => parent.postMessage(message, opener)
document.querySelector('h1').textContent = params.get('name') || texts.checkout
document.querySelector('#description').textContent = params.get('description') || ''
const buttons = [...document.querySelectorAll('button')]
const problem = document.querySelector('[role=alert]')
const faults = () => ({ ...{ '': {}, twice: { duplicates: 1 }, late: { delaySeconds: 20 }, none: { drop: true } }[document.querySelector('#webhook').value], ...(document.querySelector('#refund').value && { refund: document.querySelector('#refund').value }) })
async function act(outcome) {
  buttons.forEach((button) => { button.disabled = true })
  problem.textContent = ''
  try {
    const response = await fetch(location.pathname + '/act', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ outcome, faults: faults() }) })
    if (!response.ok) throw new Error('HTTP ' + response.status)
    const answer = await response.json()
    if (answer.confirmation) return send({ type: 'paid', result: { razorpay_order_id: answer.confirmation.orderId, razorpay_payment_id: answer.confirmation.paymentId, razorpay_signature: answer.confirmation.signature } })
    problem.textContent = answer.declined + ' ' + texts.tryAgain
    send({ type: 'declined', reason: answer.declined })
  } catch {
    problem.textContent = texts.noAnswer
  }
  buttons.forEach((button) => { button.disabled = false })
}
document.querySelector('#approve').addEventListener('click', () => act('approve'))
document.querySelector('#decline').addEventListener('click', () => act('decline'))
document.querySelector('#close').addEventListener('click', () => send({ type: 'dismissed' }))
addEventListener('keydown', (event) => { if (event.key === 'Escape') send({ type: 'dismissed' }) })
document.querySelector('#approve').focus()`

/** The page inside the sandbox's popup. Name and description come from the opener and are written as text by the script. */
export function checkoutPage(order: { amount: number }, view: CheckoutView): string {
  const { nonce, language, dir, fontFaces } = view
  const text = (name: keyof CheckoutView['texts']): string => escapeHtml(view.texts[name])
  return `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text('checkout')}</title><style nonce="${nonce}">${fontFaces}${styles}</style></head>
<body><header><h1>${text('checkout')}</h1><p id="description"></p><div class="amount" id="amount">${rupees.format(order.amount / 100)}</div></header>
<main><p class="note">${text('note')}</p>
<button class="main" id="approve">${text('approve')}</button><button id="decline">${text('decline')}</button><button id="close">${text('close')}</button>
<p role="alert"></p>
<details><summary>${text('afterwards')}</summary><label>${text('webhook')}
<select id="webhook"><option value="">${text('atOnce')}</option><option value="twice">${text('twice')}</option><option value="late">${text('late')}</option><option value="none">${text('never')}</option></select></label>
<label>${text('refunds')}
<select id="refund"><option value="">${text('atOnce')}</option><option value="late">${text('late')}</option><option value="fails">${text('fail')}</option></select></label></details>
</main><script nonce="${nonce}">${script(view)}</script></body></html>`
}
