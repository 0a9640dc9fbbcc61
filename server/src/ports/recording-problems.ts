import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** What educators read about a recording of which no video was made. */
export const recordingProblems = {
  empty: () => msg`Nothing was recorded: no one had a camera, a screen or a microphone on.`,
  failed: () => msg`Making the video of this recording failed.`,
  slow: () => msg`Making the video of this recording took too long.`,
  noSpace: () => msg`The server has too little disk space for this recording at the moment.`,
  noFolder: () => msg`The server cannot read what was recorded at the moment.`,
  noProgram: () => msg`The server cannot make videos of recordings at the moment.`,
} satisfies Record<string, () => MessageDescriptor>
