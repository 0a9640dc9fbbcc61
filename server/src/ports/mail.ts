/** A mail to one recipient. `to` is a plain address that the contract's `Email` has validated. */
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  /** where a POST ends mails of this kind (RFC 8058); absent for mails that always come */
  unsubscribeUrl?: string
}

/** A mail that was kept instead of sent. */
export type KeptMail = OutgoingMail & { id: string; keptAt: Date }

/** Mails that are kept instead of sent, for trying the product out. */
export type Outbox = {
  /** Returns the newest mails of one page, the newest first. */
  newest(): Promise<KeptMail[]>
  /** Returns a mail, or null when it does not exist or was deleted. */
  find(id: string): Promise<KeptMail | null>
}

/** Sends mails. */
export type Mail = {
  /**
   * Sends a mail as text and HTML. Throws when it was not accepted; a later attempt may succeed. Error messages contain no text of
   * the mail.
   */
  send(mail: OutgoingMail): Promise<void>
  /** absent when mails are really sent */
  readonly outbox?: Outbox
}
