import { FilePart, type World } from './world.ts'

type Reply = Record<string, unknown> | undefined

/** An educator sets a task; a student hands in, withdraws and hands in again; the educator returns and accepts it. */
export async function doAssignment({ call, newest, pools }: World, courseId: string): Promise<void> {
  const made = (await call('assignments.create', 'educator', { path: { courseId }, body: { title: 'Weave' } })) as Reply
  const lectureId = (made?.lecture as { _id?: string } | undefined)?._id ?? ''
  const path = { lectureId }
  const level = (id: string, points: number) => ({ id, title: id, description: '', points })
  const rubric = [{ id: 'warp', title: 'Warp', description: '', levels: [level('low', 0), level('top', 6)] }]
  const form = { title: 'Weave', task: '# Ten rows', dueAt: '2099-01-01T10:00', lateRule: 'reduced', latePercent: 10 }
  await call('assignments.edit', 'educator', { path, body: { ...form, maxAttempts: 10, maxMarks: 10, rubric } })
  const file = () => new FilePart(Buffer.from('%PDF-1.7 rows'), 'rows.pdf', 'application/pdf')
  await call('assignments.attach', 'educator', { path, body: { file: file() } })
  const save = (id: string, revision: string, base: string | null) =>
    call(id as 'assignments.save', 'student', { path, body: { text: revision, revision, base } })
  await save('assignments.save', 'revision-one', null)
  for (let count = 0; count < 2; count++) await call('assignments.addFile', 'student', { path, body: { file: file() } })
  await call('assignments.removeFile', 'student', { path: { fileId: newest('fileId') } })
  await save('assignments.handIn', 'revision-two', 'revision-one')
  await call('assignments.withdraw', 'student', { path, body: { attempt: 1 } })
  await save('assignments.handIn', 'revision-four', 'revision-two')
  const read = (await call('assignments.read', 'student', { path })) as Reply
  const { rubricVersion } = (read?.assignment ?? {}) as { rubricVersion?: string }
  await call('assignments.answers', 'educator', { query: { state: 'waiting' } })
  await call('assignments.waiting', 'educator')
  const answer = { path: { answerId: newest('answerId') } }
  await call('assignments.answer', 'educator', answer)
  const marks = { attempt: 1, rubricVersion, replaces: null, levels: {}, comments: {}, comment: 'More', marks: null }
  await call('assignments.mark', 'educator', { ...answer, body: { ...marks, outcome: 'returned' } })
  await call('assignments.file', 'student', { path: { fileId: pools.get('fileId')?.at(-2) } })
  await call('assignments.archive', 'educator', { path })
}
