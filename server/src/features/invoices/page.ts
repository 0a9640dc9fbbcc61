import { randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import type { Say } from '#core/languages/language.ts'
import { logoSvg, type PaperDocument, pageFontFaces, pageFontSource } from '../papers/index.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const css = `
${pageFontFaces}
:root { color-scheme: light; font: 15px/1.5 "Noto Sans Devanagari", "Noto Sans", Inter, system-ui, sans-serif; color: #1a1744; background: #f4f1ea }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px; overflow-wrap: anywhere }
main { margin: 0 auto; max-width: 820px; background: #fff; border: 1px solid #e7e2d8; border-radius: 16px; padding: clamp(20px, 5vw, 48px) }
nav { margin: 0 auto 16px; max-width: 820px; display: flex; justify-content: flex-end }
a { color: #2d2783; font-weight: 600; padding: 12px 0 }
:focus-visible { outline: 3px solid #4f46d8; outline-offset: 2px }
.head { display: flex; gap: 12px; align-items: flex-start } .head svg { flex: none; width: 36px; height: 36px; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.top { display: flex; flex-wrap: wrap; gap: 16px 40px; justify-content: space-between; border-bottom: 2px solid #1a1744; padding-bottom: 16px }
h1 { margin: 0; font-size: 28px; line-height: 1.2 }
h2, dt, th { font-size: 13px; color: #4b4767; font-weight: 600 }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: 2px 20px }
dd { margin: 0 }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 20px; margin: 24px 0 }
h2 { margin: 0 0 4px }
.parties p { margin: 0 } .parties p:first-of-type { font-weight: 700 }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th { text-align: start; border-bottom: 2px solid #1a1744; padding-block: 6px; padding-inline-end: 8px; vertical-align: bottom }
td { border-bottom: 1px solid #c9c4d6; padding-block: 8px; padding-inline-end: 8px; vertical-align: top }
td:first-child { min-width: 180px }
.right { text-align: end; white-space: nowrap; padding-inline: 8px 0; overflow-wrap: normal }
small { display: block; font-size: 13px; color: #4b4767 }
.totals { max-width: 360px; margin-block: 16px 24px; margin-inline-start: auto; grid-template-columns: 1fr auto }
.totals dt { font-size: inherit; font-weight: 400; color: inherit } .totals dd { text-align: end }
.totals .strong { font-weight: 700; font-size: 18px }
footer { color: #4b4767; font-size: 13px } footer p { margin: 0 0 4px }
@media print { :root { background: #fff } body { padding: 0 } main { border: 0; border-radius: 0; padding: 0; max-width: none } nav { display: none } }
@page { size: A4; margin: 16mm }`

/** A cell: what people wrote, with a direction of its own, and below it our words. Cells stay at the side where lines begin, as on paper. */
const lines = (text: string): string => {
  const [first = '', ...rest] = text.split('\n')
  return `<bdi>${escapeHtml(first)}</bdi>${rest.map((line) => `<small>${escapeHtml(line)}</small>`).join('')}`
}

/** A document as a page to print, with nothing but its own style, in the language of `say`; `pdfUrl` leads to its PDF file. */
export function toPage(
  { language, title, facts, parties, table, totals, foot }: PaperDocument,
  say: Say,
  pdfUrl: string,
  nonce: string,
): string {
  const number = facts[0]?.value ?? ''
  const align = (index: number): string => (table.columns[index]?.align === 'right' ? ' class="right"' : '')
  const head = table.columns.map((column, index) => `<th scope="col"${align(index)}>${escapeHtml(column.title)}</th>`)
  const rows = table.rows.map(
    (row) => `<tr>${row.map((cell, index) => `<td${align(index)}>${lines(cell)}</td>`).join('')}</tr>`,
  )
  const pairs = (list: readonly { label: string; value: string; strong?: boolean }[]): string =>
    list
      .map(({ label, value, strong }) => {
        const mark = strong === true ? ' class="strong"' : ''
        return `<dt${mark}>${escapeHtml(label)}</dt><dd${mark}><bdi>${escapeHtml(value)}</bdi></dd>`
      })
      .join('')
  return `<!doctype html>
<html lang="${language.tag}" dir="${language.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} ${number}`)}</title><style nonce="${nonce}">${css}</style></head>
<body><nav><a href="${escapeHtml(pdfUrl)}">${escapeHtml(say(msg`Download as PDF`))}</a></nav>
<main><div class="top"><div class="head">${logoSvg}<h1>${escapeHtml(title)}</h1></div><dl>${pairs(facts)}</dl></div>
<div class="parties">${parties.map(({ heading, lines: own }) => `<section><h2>${escapeHtml(heading)}</h2>${own.map((line) => `<p dir="auto">${escapeHtml(line)}</p>`).join('')}</section>`).join('')}</div>
<section class="scroll" tabindex="0" aria-label="${escapeHtml(table.columns[0]?.title ?? '')}"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></section>
<dl class="totals">${pairs(totals)}</dl>
<footer>${foot.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</footer></main></body></html>
`
}

export const newNonce = (): string => randomBytes(16).toString('hex')

/** Headers of such a page: it loads nothing but its font, and no other page shows it in a frame. */
export const pageHeaders = (nonce: string): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; ${pageFontSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
})
