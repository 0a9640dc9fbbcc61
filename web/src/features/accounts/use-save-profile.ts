import { ApiError, api as calls, type User } from '@virtual-courses/contract'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { fieldProblems } from '#lib/field-problems.ts'
import { messageOfError } from '#lib/message-of.ts'
import { session } from '#lib/session.ts'
import { useUpload } from '#lib/use-upload.ts'
import { toast } from '#ui/toast.ts'
import type { ProfileDraft, ProfileFaults } from './profile-draft.ts'

/** Refusals that are about the file that was sent, whatever they say. */
const aboutPhoto = new Set<ApiError['code']>(['wrong_media', 'too_large'])

export type SaveProblem = {
  faults: ProfileFaults
  /** what no field can say */
  sentence: string | null
  /** the session ended while the form was open */
  signedOut: boolean
}

const none: SaveProblem = { faults: {}, sentence: null, signedOut: false }

function problemOf(error: unknown): SaveProblem {
  const message = messageOfError(error, 'Your changes were not saved. Please try again.')
  const code = error instanceof ApiError ? error.code : undefined
  if (code && aboutPhoto.has(code)) return { ...none, faults: { photoUrl: message } }
  const faults = fieldProblems(error)
  const signedOut = code === 'unauthenticated'
  return { faults, signedOut, sentence: signedOut || Object.keys(faults).length > 0 ? null : message }
}

/** Sends a profile with its new photo, if there is one, and tells how it ended. Afterwards every part of the page knows it. */
export function useSaveProfile() {
  const upload = useUpload()
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<SaveProblem>(none)

  return {
    upload,
    problem,
    /** Faults found before anything was sent. */
    refuse: (faults: ProfileFaults) => setProblem({ ...none, faults }),
    clear(name: keyof ProfileFaults) {
      setProblem((before) => ({ ...before, faults: { ...before.faults, [name]: undefined } }))
    },
    /** Answers the saved user; null when nothing was saved, and then it has been said why. */
    async save(draft: ProfileDraft, photo: File | null): Promise<User | null> {
      setProblem(none)
      const outcome = await upload.run(photo?.size ?? 0, (api, signal) =>
        api(calls.accounts.updateProfile, {
          body: { name: draft.name.trim(), description: draft.description.trim(), showEmail: draft.showEmail },
          files: { photoUrl: photo ?? undefined },
          signal,
        }),
      )
      if (outcome.end === 'stopped') return null
      if (outcome.end === 'failed') {
        toast.error('Profile Update Error')
        setProblem(problemOf(outcome.error))
        return null
      }
      session.setUser(outcome.reply)
      toast.success('Profile Update Successfully')
      await revalidate()
      return outcome.reply
    },
  }
}
