/** The public part of the server's configuration. */
export type PublicSettings = {
  siteName: string
  /** support address; "" for none */
  supportAddress: string
  /** "fixed" shows the store texts of the specification, "live" only what is true of the course */
  storeCopy: 'fixed' | 'live'
  /** provider of the Google button: Google, the labelled local sign-in of the demo, or none */
  google: 'google' | 'local' | 'none'
  /** mails are shown at /dev/outbox, for anyone who tries the product */
  outbox: boolean
  /** developer pages such as /dev/ui are open */
  development: boolean
}

export const defaultSettings: PublicSettings = {
  siteName: 'Virtual Courses',
  supportAddress: '',
  storeCopy: 'fixed',
  google: 'none',
  outbox: false,
  development: false,
}
