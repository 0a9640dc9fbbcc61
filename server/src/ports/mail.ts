/** A mail to one recipient. `to` is a plain address that the contract's `Email` has validated. */
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  /** where a POST ends mails of this kind (RFC 8058); absent for mails that always come */
  unsubscribeUrl?: string
  /** files; together at most `maxAttachmentBytes` */
  attachments?: readonly Attachment[]
}

/** A file in a mail; `name` is a plain file name. */
export type Attachment = { name: string; contentType: string; content: Uint8Array }

/** Most bytes of all files of a mail: many mail servers refuse more than 10 MB, and files grow by a third on the way. */
export const maxAttachmentBytes = 5 * 1024 ** 2

/** A mail that was kept instead of sent. */
export type KeptMail = Omit<OutgoingMail, 'attachments'> & {
  id: string
  keptAt: Date
  /** names of its files */
  attached: readonly string[]
}

/** Mails that are kept instead of sent, for trying the product out. */
export type Outbox = {
  /** Returns the newest mails of one page, the newest first. */
  newest(): Promise<KeptMail[]>
  /** Returns a mail, or null when it does not exist or was deleted. */
  find(id: string): Promise<KeptMail | null>
  /** Returns a file of a mail by its place among `attached`, or null. */
  findAttachment(id: string, place: number): Promise<Attachment | null>
}

/** Sends mails. */
export type Mail = {
  /**
   * Sends a mail as text and HTML. Throws when it was not accepted; a later attempt may succeed. Throws a RangeError when its
   * files are too large. Error messages contain no text of
   * the mail.
   */
  send(mail: OutgoingMail): Promise<void>
  /** Throws unless the mail server answers and takes the login; absent when mails are not really sent. */
  check?(): Promise<void>
  /** absent when mails are really sent */
  readonly outbox?: Outbox
}
