declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core'
  /** ids of the messages of each page, and of `root` */
  export const ids: Record<string, readonly string[]>
  /** all messages of pages, by language */
  export const languages: Record<string, Messages>
}
