import { type Attachment, maxAttachmentBytes } from '#ports/mail.ts'

/** Throws a RangeError for files whose total size exceeds the limit. */
export function requireSize(attachments: readonly Attachment[]): void {
  const bytes = attachments.reduce((sum, { content }) => sum + content.byteLength, 0)
  if (bytes > maxAttachmentBytes) throw new RangeError(`The files of a mail have ${bytes} bytes`)
}
