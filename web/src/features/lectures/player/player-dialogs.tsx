import { CaptionsDialog } from './captions-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

export type PlayerDialogsProps = {
  /** the one that is open */
  open: 'keys' | 'captions' | null
  /** the page can give the player all of its width */
  theatre: boolean
  onClose: () => void
}

/** The dialogs of the player, which fetches them when the first is opened. */
export function PlayerDialogs({ open, theatre, onClose }: PlayerDialogsProps) {
  return (
    <>
      <ShortcutsDialog open={open === 'keys'} theatre={theatre} onClose={onClose} />
      <CaptionsDialog open={open === 'captions'} onClose={onClose} />
    </>
  )
}
