import { Trans, useLingui } from '@lingui/react/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { inEnglish } from './fixtures.tsx'

function Sentences({ title }: { title: string }) {
  const { t } = useLingui()
  return (
    <p title={t`Remove ${title}`}>
      <Trans>
        You bought <b>{title}</b>. <a href="/">Home</a>
      </Trans>
    </p>
  )
}

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

it.each([
  ['a pair of tags', 'The <main>real</main> course'],
  ['an empty tag', 'Why <br/> is wrong'],
  ['elements of the sentence', '<1>Sign in again</1> <0/>'],
  ['a placeholder', '{title} {count, plural, other {#}} #'],
  ['an escaped line break', String.raw`Ann\x0aNew line`],
  ['an escaped turning sign', String.raw`Ann \u202eevil`],
  ['a backslash at the end', 'C:\\'],
  ['both', String.raw`\x3c1>Home</1>`],
])('shows what people wrote as they wrote it: %s', (_, title) => {
  const html = renderToStaticMarkup(inEnglish(<Sentences title={title} />))
  expect(html).toBe(`<p title="Remove ${escaped(title)}">You bought <b>${escaped(title)}</b>. <a href="/">Home</a></p>`)
})
