import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'

/** The panel as a modal sheet that covers small phones. The widget returns the focus: its button is rendered again by then. */
export function ChatSheet(props: ChatPanelProps) {
  const { t } = useLingui()
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <Sheet id="chat-sheet" shown onClose={props.onClose} label={t`ChatBot`}>
      <ChatPanel {...props} box={box} />
      {props.spoken}
    </Sheet>
  )
}
