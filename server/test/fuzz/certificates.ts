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
