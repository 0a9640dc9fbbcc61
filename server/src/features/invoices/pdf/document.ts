/** A paper with a table, such as an invoice or a statement. All texts are shown as they are, in at most some pages. */
export type PaperDocument = {
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
