import type { World } from './world.ts'

/** A student writes notes, finds and deletes one, and reads and downloads the others. */
export async function takeNotes(world: World, { courseId, lectureId }: Record<'courseId' | 'lectureId', string>) {
  const place = { kind: 'text', block: 0, quote: 'Begin' }
  for (const revision of ['revision-one', 'revision-two'])
    await world.call('notes.save', 'student', {
      path: { noteId: revision },
      body: { lectureId, place, text: revision, revision, base: null, attempts: [] },
    })
  await world.call('notes.read', 'student', { path: { noteId: 'revision-one' } })
  await world.call('notes.find', 'student', { query: { text: 'revision' } })
  await world.call('notes.remove', 'student', {
    path: { noteId: 'revision-one' },
    query: { revision: 'revision-three', replaces: 'revision-one' },
  })
  await world.call('notes.courses', 'student')
  await world.call('notes.ofCourse', 'student', { path: { courseId } })
  await world.call('notes.export', 'student', { query: { courseId } })
}
