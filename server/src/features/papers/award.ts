import type { PaperLanguage } from './document.ts'

/** A certificate: a sheet of one page, and a picture of it. All texts are shown as they are. */
export type AwardDocument = {
  language: PaperLanguage
  siteName: string
  /** heading, and title of the file */
  title: string
  /** above the name, between name and course, and below the course */
  before: string
  name: string
  between: string
  course: string
  after: string
  /** side by side at the foot: dates, number */
  facts: readonly { label: string; value: string }[]
  /** what was required */
  required: readonly string[]
  /** where anyone can check it */
  check: { text: string; address: string }
  issuedAt: Date
}
