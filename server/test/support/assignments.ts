import { randomBytes } from 'node:crypto'
import { api, type BodyInput, type Lecture, type Rubric } from '@virtual-courses/contract'
import type { TestApp, TestUser } from './create-test-app.ts'
import { makeCourse } from './make-course.ts'
import { buy } from './sales/pay.ts'

export const randomRevision = (): string => randomBytes(12).toString('base64url')

/** A rubric of 10 points. */
export const weaving: Rubric = [
  {
    id: 'warp',
    title: 'Warp',
    description: 'Even threads',
    levels: [
      { id: 'low', title: 'Loose', description: '', points: 0 },
      { id: 'top', title: 'Even', description: '', points: 6 },
    ],
  },
  {
    id: 'weft',
    title: 'Weft',
    description: '',
    levels: [
      { id: 'no', title: 'Gaps', description: '', points: 0 },
      { id: 'yes', title: 'Closed', description: '', points: 4 },
    ],
  },
]

type Form = BodyInput<typeof api.assignments.edit>
export const form: Form = {
  title: 'Weave a border',
  task: '# Task\n\nWeave **ten** rows.',
  dueAt: null,
  lateRule: 'marked',
  latePercent: 10,
  maxAttempts: 3,
  maxMarks: 10,
  rubric: weaving,
}

export const edit = async (educator: TestUser, lectureId: string, changes: Partial<Form> = {}) =>
  (await educator.call(api.assignments.edit, { params: { lectureId }, body: { ...form, ...changes } })).assignment

export async function makeAssignment(
  educator: TestUser,
  courseId: string,
  changes: Partial<Form> = {},
): Promise<Lecture> {
  const { lecture } = await educator.call(api.assignments.create, { params: { courseId }, body: { title: 'Draft' } })
  await edit(educator, lecture._id, changes)
  return lecture
}

/** An educator, a student of theirs, and an assignment of a free course. */
export async function makeClass(app: TestApp, changes: Partial<Form> = {}) {
  const [educator, student] = [await app.makeUser('educator'), await app.makeUser()]
  const course = await makeCourse(educator, { price: 0, title: 'Weaving' })
  await buy(student, course._id)
  const lecture = await makeAssignment(educator, course._id, changes)
  return { educator, student, course, courseId: course._id, lectureId: lecture._id }
}

export const read = (who: TestUser, lectureId: string) => who.call(api.assignments.read, { params: { lectureId } })

/** Saves or hands in a text after what is there. */
export async function write(who: TestUser, lectureId: string, text: string, call: 'save' | 'handIn' = 'save') {
  const revision = randomRevision()
  const base = (await read(who, lectureId)).answer?.revision ?? null
  const { answer } = await who.call(api.assignments[call], { params: { lectureId }, body: { text, revision, base } })
  return answer
}

export const addFile = async (who: TestUser, lectureId: string, content = 'Row 1', name = 'rows.txt') =>
  (
    await who.call(api.assignments.addFile, {
      params: { lectureId },
      body: {},
      files: { file: new File([content], name, { type: 'text/plain' }) },
    })
  ).files

/** The only answer that an educator has in a list. */
export async function onlyAnswer(educator: TestUser, state: 'waiting' | 'all' = 'all') {
  const { answers } = await educator.call(api.assignments.answers, { query: { state } })
  const [one] = answers
  if (!one || answers.length !== 1) throw new Error(`there are ${answers.length} answers`)
  return one
}

type Marks = BodyInput<typeof api.assignments.mark>

/** Marks an answer as it is now. */
export async function mark(
  educator: TestUser,
  answerId: string,
  outcome: Marks['outcome'],
  changes: Partial<Marks> = {},
) {
  const { attempts, assignment } = await educator.call(api.assignments.answer, { params: { answerId } })
  const body: Marks = {
    outcome,
    // one that was withdrawn meanwhile has none
    attempt: attempts[0]?.number ?? 1,
    rubricVersion: assignment.rubricVersion,
    replaces: attempts[0]?.marking?.markedAt ?? null,
    levels: outcome === 'accepted' ? { warp: 'top', weft: 'yes' } : {},
    comments: {},
    comment: 'Close the gaps.',
    marks: null,
    ...changes,
  }
  return educator.call(api.assignments.mark, { params: { answerId }, body })
}

/** An assignment as a form that two people edit: the text of its task. */
export async function assignmentForm(app: TestApp) {
  const { educator, lectureId } = await makeClass(app)
  return {
    async read() {
      const { assignment } = await read(educator, lectureId)
      return { value: assignment.task, version: assignment.version }
    },
    save: (number: number, version?: string) =>
      edit(educator, lectureId, { task: `Text ${number}`, ...(version !== undefined && { version }) }),
  }
}
