/** A mail to one person. Subject and bodies are ours; `to` is a plain address, as the contract's `Email` checks it. */
export type OutgoingMail = { to: string; subject: string; text: string; html: string }

/** A mail that was kept instead of sent. */
export type KeptMail = OutgoingMail & { id: string; keptAt: Date }

/** Mails that this process keeps for anyone who tries the product out. */
export type Outbox = {
  /** The newest mails first, at most so many as a page shows. */
  newest(): Promise<KeptMail[]>
  /** Null when there is none of that id, or no longer. */
  find(id: string): Promise<KeptMail | null>
}

/** The way out for mails. */
export type Mail = {
  /**
   * Hands a mail over to anyone who delivers it, as text and HTML. Throws when it was not taken; trying again later may help.
   * Errors never hold what the mail says.
   */
  send(mail: OutgoingMail): Promise<void>
  /** absent when mails really leave */
  readonly outbox?: Outbox
}
