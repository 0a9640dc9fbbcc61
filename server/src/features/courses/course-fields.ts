import type { api, BodyOf, ErrorCode, FilesOf } from '@virtual-courses/contract'
import type { Selectable } from 'kysely'
import type { Say } from '#core/languages/language.ts'
import { versionOf } from '#core/read-version.ts'
import type { CoursesTable } from '#db/schema.ts'
import { copyTitle, isBelowMinimum, isComplete, type PriceColumns, paiseOf } from './rules.ts'

type CourseRow = Selectable<CoursesTable>

/**
 * What an educator may change, by its names on the wire; what is undefined stays as it was. The price is in rupees, null for none yet. The
 * thumbnail is the id of a stored image.
 */
export type CourseChanges = Omit<BodyOf<typeof api.courses.edit>, 'version'> & {
  [Name in keyof FilesOf<typeof api.courses.edit>]?: string | undefined
}

type FieldName = keyof CourseChanges
type Sent<Name extends FieldName> = Exclude<CourseChanges[Name], undefined>

/** What a copy has in a column: the `same` as the original, what a `new` course has, or a value of its own. */
type Copied<Column extends keyof CourseRow> = 'same' | 'new' | ((original: CourseRow, say: Say) => CourseRow[Column])

/** The column of a field. `keep` makes its value of the value that is sent, where that is not the same. */
type Field<Name extends FieldName> = {
  [Column in keyof CourseRow]: {
    column: Column
    copy: Copied<Column>
    keep?: (sent: Sent<Name>) => CourseRow[Column]
  } & (Sent<Name> extends CourseRow[Column] ? unknown : { keep: unknown })
}[keyof CourseRow]

/** The fields that educators edit. Edits, copies and versions of courses are made from this table. */
const courseFields = {
  title: { column: 'title', copy: ({ title }, say) => copyTitle(title, say) },
  subTitle: { column: 'sub_title', copy: 'same' },
  description: { column: 'description', copy: 'same' },
  category: { column: 'category', copy: 'same' },
  level: { column: 'level', copy: 'same' },
  language: { column: 'language', copy: 'same' },
  outcomes: { column: 'outcomes', copy: 'same' },
  requirements: { column: 'requirements', copy: 'same' },
  audience: { column: 'audience', copy: 'same' },
  price: {
    column: 'price_paise',
    keep: (rupees) => (rupees === null ? null : paiseOf(rupees)),
    // a copy is not on sale, and nothing below the minimum can be ordered
    copy: (original) =>
      isBelowMinimum(original.price_paise) ? null : (original.regular_price_paise ?? original.price_paise),
  },
  thumbnail: { column: 'thumbnail_id', copy: 'same' },
  certificate: { column: 'grants_certificate', copy: 'same' },
  isPublished: { column: 'is_published', copy: 'new' },
} as const satisfies { [Name in FieldName]-?: Field<Name> }

export type EditedColumn = (typeof courseFields)[FieldName]['column']
/** What an edit reads and writes of a course. */
export type EditedCourse = Pick<CourseRow, EditedColumn>

/** What a copy has in the columns that are not edited. A new column must be listed here or be the column of a field. */
const otherColumns = {
  id: 'new',
  creator_id: 'same',
  created_at: 'new',
  updated_at: 'new',
  removed_at: 'new',
  copying_since: 'new',
  rating_sum: 'new',
  rating_count: 'new',
  rating_counts: 'new',
  lecture_count: 'new',
  enrolment_count: 'new',
  total_seconds: 'new',
  unlisted_at: 'new',
  unlisted_reason: 'new',
  unlisted_published: 'new',
  price_below_minimum: 'new',
  regular_price_paise: 'new',
  sale_ends_at: 'new',
  struck_price_paise: 'new',
} as const satisfies Record<Exclude<keyof CourseRow, EditedColumn>, 'same' | 'new'>

/** Which columns a copy takes from its original. */
type CopiedColumn =
  | {
      [Name in FieldName]: (typeof courseFields)[Name]['copy'] extends 'new'
        ? never
        : (typeof courseFields)[Name]['column']
    }[FieldName]
  | {
      [Column in keyof typeof otherColumns]: (typeof otherColumns)[Column] extends 'same' ? Column : never
    }[keyof typeof otherColumns]

type AnyField = { column: EditedColumn; copy: Copied<keyof CourseRow>; keep?: (sent: never) => unknown }
// Object.entries knows the names of an object as texts only
const fields = Object.entries(courseFields) as [FieldName, AnyField][]

/** The columns that an edit reads and writes. */
const editedColumns: readonly EditedColumn[] = fields.map(([, { column }]) => column)

/** Returns a course with the changes that were sent. */
function applyChanges(course: EditedCourse, changes: CourseChanges): EditedCourse {
  const next = fields.map(([name, { column, keep }]) => {
    const sent = changes[name]
    // the table says by its type that `keep` takes the value of its own field
    return [column, sent === undefined ? course[column] : keep ? keep(sent as never) : sent]
  })
  return Object.fromEntries(next) as EditedCourse // its keys are all edited columns
}

/** Returns the course after an edit. A published course needs a title, a category and a price; 0 is a price. */
export function decideEdit(
  course: EditedCourse,
  changes: CourseChanges,
): { next: EditedCourse } | { problem: ErrorCode } {
  const next = applyChanges(course, changes)
  if (changes.price !== undefined && isBelowMinimum(next.price_paise)) return { problem: 'price_out_of_range' }
  return next.is_published && !isComplete(next) ? { problem: 'course_incomplete' } : { next }
}

/** Whether an edit lowered the price of a course that is for sale. */
export const isPriceDrop = (before: EditedCourse, next: EditedCourse): boolean =>
  next.is_published && before.price_paise !== null && next.price_paise !== null && next.price_paise < before.price_paise

/** Returns what a copy of a course takes from its original; a new course has the rest by default. */
export function copyColumns(original: CourseRow, say: Say): Pick<CourseRow, CopiedColumn> {
  const all: [keyof CourseRow, Copied<keyof CourseRow>][] = [
    ...fields.map(([, { column, copy }]): [EditedColumn, Copied<keyof CourseRow>] => [column, copy]),
    ...(Object.entries(otherColumns) as [keyof typeof otherColumns, 'same' | 'new'][]),
  ]
  const copied = all.flatMap(([column, copy]) =>
    copy === 'new' ? [] : [[column, copy === 'same' ? original[column] : copy(original, say)]],
  )
  return Object.fromEntries(copied) as Pick<CourseRow, CopiedColumn> // its keys are all that the tables do not call new
}

/** Version of what `courses.edit` changes; the price is the course's own, which a sale replaces for a while. */
export const courseVersion = (row: EditedCourse & PriceColumns): string =>
  versionOf(
    editedColumns.map((column) =>
      column === 'price_paise' ? (row.regular_price_paise ?? row.price_paise) : row[column],
    ),
  )
