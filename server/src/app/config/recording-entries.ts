import { z } from 'zod'

/** Variables of recorded live sessions. */
export const recordingEntries = {
  JANUS_RECORDINGS_DIR: {
    schema: z
      .string()
      .regex(/^\/[^\0]+$/, { error: 'must be an absolute path like /var/lib/live-recordings' })
      .optional(),
    default: 'empty',
    description:
      'folder in which the media server writes recorded sessions, at the same path for it and for processes that run jobs, which make videos of them and delete them; set it for all processes; empty = sessions cannot be recorded (`docs/runbooks/recordings.md`)',
  },
}
