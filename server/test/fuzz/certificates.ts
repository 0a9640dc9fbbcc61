import type { World } from './world.ts'

/** A student gets a certificate of a course that grants one, looks at it in every form, and it is withdrawn and issued again. */
export async function useCertificates(world: World, courseId: string) {
  const course = { path: { courseId } }
  await world.call('courses.edit', 'educator', { ...course, body: { certificate: 'true' } })
  await world.call('certificates.claim', 'student', course)
  const serial = (): unknown => world.newest('serial')
  await world.call('certificates.mine', 'student')
  const files = ['read', 'pdf', 'picture', 'credential'] as const
  for (const file of files) await world.call(`certificates.${file}`, 'visitor', { path: { serial: serial() } })
  await world.call('certificates.status', 'visitor', { path: { list: 0 } })
  await world.call('certificates.issuer', 'visitor')
  await world.call('accounts.updateProfile', 'student', { body: { name: 'Another Name' } })
  await world.call('certificates.renew', 'student', { path: { serial: serial() } })
  const reason = { reason: 'Handed in by someone else' }
  await world.call('certificates.withdraw', 'educator', { path: { serial: serial() }, body: reason })
  await world.call('certificates.reissue', 'educator', { path: { serial: serial() } })
  await world.call('certificates.withdrawByAdmin', 'admin', { path: { serial: serial() }, body: reason })
}

/** The educator sets what counts, and corrects what a student has completed. */
export async function setCompletion(world: World, { courseId, lectureId }: Record<'courseId' | 'lectureId', string>) {
  const course = { path: { courseId } }
  const counting = { videos: true, videoPercent: 90, byHand: true, texts: true, quizzes: true, assignments: true }
  await world.call('completion.rule', 'educator', course)
  await world.call('completion.setRule', 'educator', { ...course, body: counting })
  const { user } = (await world.call('accounts.current', 'student')) as { user: { _id: string } } // they are signed in
  const studied = { path: { courseId, studentId: user._id } }
  const correction = { lectureId, done: false, reason: 'Not watched' }
  await world.call('completion.correct', 'educator', { ...studied, body: correction })
  await world.call('completion.openEarly', 'educator', {
    ...studied,
    body: { lectureId: correction.lectureId, following: true },
  })
  await world.call('completion.student', 'educator', studied)
  await world.call('courses.exportStudents', 'educator', course)
}
