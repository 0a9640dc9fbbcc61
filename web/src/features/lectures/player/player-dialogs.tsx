import { CaptionsDialog } from './captions-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

export type PlayerDialogsProps = {
  /** the one that is open */
  open: 'keys' | 'captions' | null
  /** what this player has: the page can give it all of its width, and notes can be written */
  has: Record<'theatre' | 'notes', boolean>
  onClose: () => void
}

/** The dialogs of the player, which fetches them when the first is opened. */
export function PlayerDialogs({ open, has, onClose }: PlayerDialogsProps) {
  return (
    <>
      <ShortcutsDialog open={open === 'keys'} has={has} onClose={onClose} />
      <CaptionsDialog open={open === 'captions'} onClose={onClose} />
    </>
  )
}
