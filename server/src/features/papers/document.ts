import { msg } from '@lingui/core/runtime-macro'
import type { Say } from '#core/languages/language.ts'

/** The language of a paper. Plain data, since papers are drawn in a thread. */
export type PaperLanguage = {
  /** tag with its region, such as `hi-IN` */
  tag: string
  dir: Say['dir']
  /** `Page {page} of {pages}`, in which the numbers are filled in */
  pageNumber: string
}

/** Returns the language of a paper whose words are said by `say`. */
export const paperLanguage = (say: Say): PaperLanguage => ({
  tag: new Intl.Locale(say.locale).baseName,
  dir: say.dir,
  pageNumber: say(msg`Page ${{ page: '{page}' }} of ${{ pages: '{pages}' }}`),
})

/** A paper with a table, such as an invoice or a statement. All texts are shown as they are, in at most some pages. */
export type PaperDocument = {
  language: PaperLanguage
  /** heading, and title of the file */
  title: string
  /** shown beside the title: number, date */
  facts: readonly { label: string; value: string }[]
  /** blocks side by side, such as seller and buyer; at most 3 */
  parties: readonly { heading: string; lines: readonly string[] }[]
  table: {
    /** `weight` is the share of the width */
    columns: readonly { title: string; weight: number; align?: 'left' | 'right' }[]
    /** cells in the order of the columns; lines after the first are shown smaller */
    rows: readonly (readonly string[])[]
  }
  totals: readonly { label: string; value: string; strong?: boolean }[]
  /** paragraphs at the end */
  foot: readonly string[]
  /** when the paper was issued; the same document gives the same bytes */
  issuedAt: Date
}
