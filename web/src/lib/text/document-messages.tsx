import type { Messages } from '@lingui/core'
import { createContext, useContext } from 'react'

/** The messages that a document carries, for all its pages. */
export type DocumentMessages = { language: string; pages: readonly string[]; messages: Messages }

const elementId = 'messages'

/** Set on the server only. */
export const DocumentMessagesContext = createContext<DocumentMessages | undefined>(undefined)

/** Carries the messages of the first page to the browser, which reads them before it renders anything. */
export function MessagesOfDocument() {
  const messages = useContext(DocumentMessagesContext)
  const text = messages ? JSON.stringify(messages).replaceAll('<', '\\u003c') : ''
  return (
    <script
      id={elementId}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own catalogues, in which no tag can begin
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/** Reads what `MessagesOfDocument` has written; undefined when the document has none. */
export function readMessagesOfDocument(): DocumentMessages | undefined {
  const text = document.getElementById(elementId)?.textContent
  // written by our server for this build
  return text ? (JSON.parse(text) as DocumentMessages) : undefined
}
