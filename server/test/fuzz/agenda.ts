import type { World } from './world.ts'

/** Reads what a student does next, and their calendar by its address, which ends. */
export async function useAgenda({ call, origin }: World): Promise<void> {
  await call('agenda.read', 'student')
  const { url } = ((await call('agenda.renewAddress', 'student')) ?? {}) as { url?: string }
  await call('agenda.address', 'student')
  const token = /feed\/([0-9a-f-]+)/.exec(url ?? origin)?.[1]
  await call('agenda.feed', 'visitor', { path: { token } })
  await call('agenda.endAddress', 'student')
}
