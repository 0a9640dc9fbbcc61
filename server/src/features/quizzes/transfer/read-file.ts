import { msg } from '@lingui/core/runtime-macro'
import { maxTransferQuestions, type TransferFormat } from '@virtual-courses/contract'
import { readCsv } from './csv/read-csv.ts'
import { readGift } from './gift/read-gift.ts'
import { type Part, unreadPart } from './read-part.ts'

const readers = { gift: readGift, csv: readCsv } as const

/** Reads the questions of a file, at most `maxTransferQuestions`: what comes after them is one part that is not read. */
export function readFile(format: TransferFormat, text: string): Part[] {
  const parts = readers[format](text, maxTransferQuestions + 1)
  const further = parts[maxTransferQuestions]
  if (!further) return parts
  const why = msg`A file brings at most ${{ most: maxTransferQuestions }} questions. From here on nothing is read`
  return [...parts.slice(0, maxTransferQuestions), unreadPart({ line: further.line, source: further.source }, why)]
}
