import { msg } from '@lingui/core/runtime-macro'
import type { api, BodyOf, ImaginedStudent, OpeningForm, OpeningRule, ReplyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { lockOwnCourse, requireOwnCourse } from '../courses/index.ts'
import { parseLocalTime } from '../lectures/index.ts'
import { presentOpening } from './present.ts'
import { findClosedToImagined, findOpenings, findOwnOpening, ruleOf, saveOpening } from './queries.ts'
import type { Rule } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

const unset: Rule = { opensAt: null, afterDays: null, inOrder: false }

const presentRule = ({ opensAt, afterDays, inOrder }: Rule): OpeningRule => {
  if (opensAt) return { kind: 'date', at: opensAt.toISOString() }
  if (afterDays !== null) return { kind: 'days', days: afterDays }
  return inOrder ? { kind: 'order' } : null
}

const presentSaved = (rule: Rule) => {
  const opens = presentRule(rule)
  return { opens, version: versionOf([opens]) }
}

function readRule(form: OpeningForm, zone: string): Rule {
  if (form?.kind === 'days') return { ...unset, afterDays: form.days }
  if (form?.kind === 'order') return { ...unset, inOrder: true }
  if (!form) return unset
  const opensAt = parseLocalTime(form.at, zone)
  if (!opensAt) throw new DomainError('invalid_input', msg`Please enter a date and time`)
  return { ...unset, opensAt }
}

/** Returns the rules of the owner's course, and what is closed to a student who enrolled so many days ago. Throws not_found. */
export async function readOpenings(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  ownerId: string,
  courseId: string,
  { student, say }: { student: ImaginedStudent; say: Say },
): Promise<ReplyOf<typeof api.openings.read>> {
  await requireOwnCourse(db, courseId, ownerId)
  const now = clock.now()
  const [sections, lectures, closed] = await Promise.all([
    findOpenings(db, 'course_sections', courseId),
    findOpenings(db, 'lectures', courseId),
    findClosedToImagined(db, courseId, student, now),
  ])
  const zone = config.TIME_ZONE
  return {
    zone,
    sections: sections.map((row) => ({ sectionId: row.id, ...presentSaved(ruleOf(row)) })),
    lectures: lectures.map((row) => ({ lectureId: row.id, ...presentSaved(ruleOf(row)) })),
    unset: presentSaved(unset).version,
    closed: [...closed].map(([lectureId, closing]) => ({ lectureId, opening: presentOpening(closing, zone, say) })),
  }
}

type Target = { table: 'course_sections' | 'lectures'; id: string }

/** Sets when a section or an entry of the owner's course opens. Throws not_found, invalid_input, changed_elsewhere, rate_limited. */
export async function setOpening(
  { db, config, limits }: Deps,
  ownerId: string,
  { table, id }: Target,
  { body: { opens, version }, say }: { body: BodyOf<typeof api.openings.setLecture>; say: Say },
): Promise<ReplyOf<typeof api.openings.setLecture>> {
  await limits.outlines.consume(ownerId)
  const rule = readRule(opens, config.TIME_ZONE)
  return transact(db, async (tx) => {
    const found = await findOwnOpening(tx, table, id, ownerId)
    if (!found || !(await lockOwnCourse(tx, found.course_id, ownerId))) throw new DomainError('not_found')
    const before = await findOwnOpening(tx, table, id, ownerId)
    if (!before) throw new DomainError('not_found')
    requireVersion(version, presentSaved(ruleOf(before)).version)
    await saveOpening(tx, table, id, rule)
    return { ...presentSaved(rule), message: say(msg`When this opens was saved`) }
  })
}
