import type { Viewer } from '@virtual-courses/contract'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { isDialogOpen } from '#ui/overlays/is-dialog-open.ts'
import { sayMissing } from '#ui/overlays/toast.ts'
import { paletteOpen } from './palette-state.ts'

type Part = ComponentType<{ user: Viewer; open: boolean; onOpenChange: (open: boolean) => void }>

/** Opens the palette of educators and admins by Ctrl or Cmd and K, and fetches it then. */
export function PaletteHost({ user }: { user: Viewer }) {
  const open = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.read, () => false)
  const [Palette, setPalette] = useState<Part | null>(null)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const held = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!held || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
      // it would open behind a dialog, or on top of what that asks
      if (!paletteOpen.read() && isDialogOpen()) return
      event.preventDefault()
      paletteOpen.write(!paletteOpen.read())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      paletteOpen.write(false)
    }
  }, [])

  useEffect(() => {
    if (!open || Palette) return
    import('./palette.tsx').then(
      (module) => setPalette(() => module.Palette),
      () => {
        paletteOpen.write(false)
        sayMissing()
      },
    )
  }, [open, Palette])

  return Palette && <Palette user={user} open={open} onOpenChange={paletteOpen.write} />
}
