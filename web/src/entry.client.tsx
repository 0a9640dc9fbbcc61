import { I18nProvider } from '@lingui/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { readMessagesOfDocument } from '#lib/text/document-messages.tsx'
import { takeMessages } from '#lib/text/messages.ts'
import { i18n } from '#lib/text/translator.ts'
import { stopEarlyPresses } from '#ui/early-press.ts'

const messages = readMessagesOfDocument()
if (messages) takeMessages(messages)

startTransition(() => {
  stopEarlyPresses()
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <HydratedRouter />
      </I18nProvider>
    </StrictMode>,
  )
})
