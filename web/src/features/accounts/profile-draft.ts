import { maxBioLength, type User } from '@virtual-courses/contract'
import { controlText } from '#lib/control-text.ts'
import type { FieldErrors } from '#lib/use-form.ts'

/** Values of the profile form. */
export type ProfileDraft = { name: string; description: string; showEmail: boolean }

export const profileDraftOf = (user: User): ProfileDraft => ({
  name: controlText.line(user.name),
  description: controlText.lines(user.description),
  showEmail: user.showEmail ?? false,
})

/** Returns what the server would reject, before anything is sent. */
export function profileErrors({
  name,
  description,
}: Pick<ProfileDraft, 'name' | 'description'>): FieldErrors<keyof ProfileDraft> {
  const errors: FieldErrors<keyof ProfileDraft> = {}
  if (!name.trim()) errors.name = 'Name is required'
  if (description.length > maxBioLength)
    errors.description = `Please use at most ${maxBioLength.toLocaleString('en-IN')} characters`
  return errors
}
