import { maxBioLength, type User } from '@virtual-courses/contract'
import { controlText } from '#lib/control-text.ts'

/** A profile as it stands in the form. */
export type ProfileDraft = { name: string; description: string; showEmail: boolean }

export type ProfileFaults = { [Name in keyof ProfileDraft | 'photoUrl']?: string | undefined }

export const profileDraftOf = (user: User): ProfileDraft => ({
  name: controlText.line(user.name),
  description: controlText.lines(user.description),
  showEmail: user.showEmail ?? false,
})

/** What the server would refuse, said before anything is sent. */
export function profileFaults({ name, description }: Pick<ProfileDraft, 'name' | 'description'>): ProfileFaults {
  const faults: ProfileFaults = {}
  if (!name.trim()) faults.name = 'Name is required'
  if (description.length > maxBioLength)
    faults.description = `Please use at most ${maxBioLength.toLocaleString('en-IN')} characters`
  return faults
}
