/** What the server's configuration lets the pages know. */
export type PublicSettings = {
  siteName: string
  /** where people who need help write to; "" for none */
  supportAddress: string
  /** "fixed" shows the store texts of the specification, "live" only what is true of the course */
  storeCopy: 'fixed' | 'live'
  /** who signs people in with a Google button: Google, the labelled local sign-in of the demo, or nobody */
  google: 'google' | 'local' | 'none'
  /** mails are kept at /dev/outbox, where whoever tries the product out reads them */
  outbox: boolean
  /** pages for whoever builds this product, such as /dev/ui, are open */
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
