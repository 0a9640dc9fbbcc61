import { hash } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { maxLectures, maxMarksStudents } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'
import { beginningOf, readCsvRows } from '#core/read-csv.ts'
import { readNumber } from '../quizzes/index.ts'

/** What ends the heads of columns, by which they are found in any language and order. Those of entries end with their ids. */
export const studentColumn = 'student-id'
export const exportedColumn = 'exported'
export const headOf = (title: string, id: string): string => [title, `[${id}]`].join(' ')

/** Marks as a table has them: in hundredths; `setId`: of the correction that they come from. */
export type Shown = { marks: number | null; maxMarks: number | null; setId: string | null }

const short = (...parts: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 5)

/** Returns by what the marks of an entry and a student are known to be the same. */
export const digestOf = (lectureId: string, { marks, maxMarks, setId }: Shown): string =>
  short(lectureId, marks, maxMarks, setId)

const format = 'v1'

/** Returns what a row keeps of the marks that it was exported with: each by its entry, with what it was and where it came from. */
export const exportedCell = (marks: readonly (Shown & { lectureId: string })[]): string =>
  [
    format,
    ...marks.flatMap(({ lectureId, ...shown }) =>
      shown.marks === null
        ? []
        : [`${short(lectureId)}:${shown.marks / 100}${shown.setId ? 's' : ''}:${digestOf(lectureId, shown)}`],
    ),
  ].join(' ')

/** Marks of an entry when the table was downloaded. */
export type Exported = { marks: number; isSet: boolean; digest: string }

const token = /^([\w-]{5}):(\d{1,7}(?:\.\d{1,2})?)(s?):([\w-]{5})$/

/** Reads such a cell: marks by the short form of their entry; null where it was changed. */
function readExported(cell: string): Map<string, Exported> | null {
  const [first = '', ...tokens] = cell.trim().split(/\s+/)
  if (first === '') return new Map()
  const read = tokens.map((one) => token.exec(one))
  if (first !== format || read.includes(null)) return null
  return new Map(
    read.map((found) => [
      found?.[1] ?? '',
      { marks: Math.round(Number(found?.[2]) * 100), isSet: found?.[3] === 's', digest: found?.[4] ?? '' },
    ]),
  )
}

type MarksRead = { marks: number | null } | { why: Sentence }

/** Reads the cell of a mark, with a decimal comma or point; null for an empty one. */
export function readMarks(cell: string): MarksRead {
  const typed = cell.trim()
  if (typed === '') return { marks: null }
  const number = readNumber(typed)
  if (number?.unit !== '') return { why: msg`This is not a number` }
  const hundredths = Math.round(number.value * 100)
  if (hundredths < 0) return { why: msg`Marks are not below 0` }
  if (Math.abs(hundredths - number.value * 100) > 1e-6) return { why: msg`Marks have at most two decimals` }
  return { marks: hundredths }
}

/** What is to say about a part of a file. */
export type Remark = { line: number; source: string; sentence: Sentence }

/** A cell that was changed since the table was downloaded. `marks` of null: emptied. */
export type Wanted = {
  line: number
  studentId: string
  lectureId: string
  marks: number | null
  exported: Exported | null
}

/** Students and entries that a file names, with their places in it, and the cells that were changed. */
export type MarksFile = {
  students: { id: string; line: number; source: string }[]
  entries: { id: string; source: string }[]
  wanted: Wanted[]
  remarks: Remark[]
}

type Columns = { student: number; exported: number; entries: { id: string; at: number; source: string }[] }

const headId = /\[([^\][]{1,64})\]\s*$/

/** Finds the columns of a table by its first row, or says what is missing. */
function findColumns(head: readonly string[]): { columns: Columns; remarks: Remark[] } | { why: Sentence } {
  const named = head.map((title, at) => ({ at, source: beginningOf(title), id: headId.exec(title)?.[1] ?? null }))
  const placeOf = (id: string) => named.findIndex((one) => one.id === id)
  const [student, exported] = [placeOf(studentColumn), placeOf(exportedColumn)]
  if (student === -1)
    return {
      why: msg`The first row has to be the one of the downloaded table: its column “Student ID [student-id]” is missing`,
    }
  if (exported === -1)
    return {
      why: msg`The column that ends with “[exported]” is missing. Download the table again and leave that column as it is`,
    }
  const others = named.flatMap(({ id, ...one }) =>
    id === null || [student, exported].includes(one.at) ? [] : [{ ...one, id }],
  )
  const groups = Map.groupBy(others, ({ id }) => id)
  const twice = [...groups.values()].flatMap(([, second]) => second ?? [])
  const first = others[0]?.at ?? exported
  const unnamed = named.filter(({ id, at, source }) => id === null && source !== '' && at > first)
  return {
    columns: { student, exported, entries: others.filter(({ id }) => groups.get(id)?.length === 1) },
    remarks: [
      ...twice.map(({ source }) => ({
        line: 1,
        source,
        sentence: msg`Two columns are of this entry. Leave one of them`,
      })),
      ...unnamed.map(({ source }) => ({ line: 1, source, sentence: msg`This column names no entry. It is not read` })),
    ],
  }
}

const nothing = (line: number, source: string, sentence: Sentence): MarksFile => ({
  students: [],
  entries: [],
  wanted: [],
  remarks: [{ line, source, sentence }],
})

/** Reads a table of marks as it was downloaded and changed since. What cannot be read is said with its line. Never throws. */
export function readMarksFile(text: string): MarksFile {
  const { rows, broken, isCut, isTooBroken } = readCsvRows(text, {
    most: maxMarksStudents + 2,
    mostCells: maxLectures + 50,
  })
  const [head, ...lines] = rows
  const found = findColumns(head?.cells ?? [])
  if ('why' in found) return nothing(1, beginningOf(head?.cells.join(', ') ?? ''), found.why)
  const { columns } = found
  const remarks = [...found.remarks]
  const students: MarksFile['students'] = []
  const wanted: Wanted[] = []
  const byStudent = Map.groupBy(lines, ({ cells }) => cells[columns.student]?.trim() ?? '')
  for (const { line, cells } of lines.slice(0, maxMarksStudents)) {
    const id = cells[columns.student]?.trim() ?? ''
    const source = beginningOf(cells.slice(0, 2).join(', '))
    const say = (sentence: Sentence, of = source) => remarks.push({ line, source: of, sentence })
    const exported = readExported(cells[columns.exported] ?? '')
    const same = byStudent.get(id) ?? []
    if (id === '') say(msg`There is no student ID in this line`)
    else if (same.length > 1) say(msg`This student has ${{ count: same.length }} lines. Leave one of them`)
    else if (!exported)
      say(msg`The last column of this line was changed. Download the table again and leave that column as it is`)
    else {
      students.push({ id, line, source })
      for (const { id: lectureId, at, source: title } of columns.entries) {
        const cell = cells[at] ?? ''
        const before = exported.get(short(lectureId)) ?? null
        const read = readMarks(cell)
        if ('why' in read) say(read.why, beginningOf([cells[0], title.replace(headId, '').trim(), cell].join(', ')))
        else if (read.marks !== (before?.marks ?? null))
          wanted.push({ line, studentId: id, lectureId, marks: read.marks, exported: before })
      }
    }
  }
  if (isTooBroken)
    remarks.push({
      line: broken.at(-1) ?? 1,
      source: '',
      sentence: msg`Too many rows have quotation marks that do not fit together. From here on nothing is read`,
    })
  for (const line of broken)
    remarks.push({ line, source: '', sentence: msg`The quotation marks of this row do not fit together` })
  const last = lines.at(-1)?.line ?? 1
  if (lines.length > maxMarksStudents)
    remarks.push({
      line: last,
      source: '',
      sentence: msg`A table of marks has at most ${{ most: maxMarksStudents }} students. From here on nothing is read`,
    })
  if (isCut) remarks.push({ line: last + 1, source: '', sentence: msg`From here on the rows are empty` })
  return { students, entries: columns.entries, wanted, remarks }
}
