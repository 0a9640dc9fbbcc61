// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources that are judged
import { expect, test } from 'vitest'
import { judgeSources, spokenPages } from './sources.ts'
import { untranslatedText } from './untranslated-text.ts'

const file = 'web/src/ui/badge.tsx'

/** Returns those of the sources in which the rule finds something. */
function found(sources: readonly string[]): string[] {
  const head =
    "import { Plural, Trans, useLingui } from '@lingui/react/macro'; declare const on: boolean, name: string, n: number; const { t } = useLingui()"
  const text = [head, ...sources.map((source, at) => `export const x${at} = ${source}`)].join('\n')
  const lines = new Set(
    judgeSources([{ rule: untranslatedText, files: spokenPages }], { file, text }).map((one) =>
      Number(one.split(':')[1]),
    ),
  )
  return sources.filter((_, at) => lines.has(at + 2))
}

test('finds texts of elements and of what is read of them', () => {
  const wrong = [
    '<p>Save</p>',
    '<p>{on ? "Save" : name}</p>',
    '<p>{`${name} left`}</p>',
    '<p>{on && "Save"}</p>',
    '<p title="Save" />',
    '<img alt={on ? "A picture" : ""} />',
    '<p aria-label={`${name} left`} />',
    '<p><Trans>Save</Trans> now</p>',
  ]
  expect(found(wrong)).toEqual(wrong)
})

test('leaves messages, names, signs and formats', () => {
  const right = [
    '<p><Trans>Save <b>all</b></Trans></p>',
    '<p title={t`Save`}>{t`Save ${name}`}</p>',
    '<p><Plural value={n} one="# file" other="# files" /></p>',
    '<p>{name}: {n} %</p>',
    '<a href="x">PDF</a>',
    '<p className="flex" data-kind="Save">{`${name}: `}</p>',
    '<p>{t({ message: "Open", context: "document" })}</p>',
  ]
  expect(found(right)).toEqual([])
})
