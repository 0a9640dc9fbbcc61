/** What the server's configuration lets the pages know. */
export type PublicSettings = {
  /** "fixed" shows the store texts of the specification, "live" only what is true of the course */
  storeCopy: 'fixed' | 'live'
}

export const defaultSettings: PublicSettings = { storeCopy: 'fixed' }
