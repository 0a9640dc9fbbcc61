import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { readMessagesOfDocument } from '#lib/text/document-messages.tsx'
import { takeMessages } from '#lib/text/messages.ts'
import { i18n } from '#lib/text/translator.ts'
import { stopEarlyPresses } from '#ui/early-press.ts'

const messages = readMessagesOfDocument()
if (messages) takeMessages(messages)

stopEarlyPresses()
// no transition: a press in the middle of one would begin the hydration again
hydrateRoot(
  document,
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <HydratedRouter />
    </I18nProvider>
  </StrictMode>,
)
