import { createStore } from '#lib/create-store.ts'

/** Whether the palette is open. It belongs to the bar, and is opened from the work areas too. */
export const paletteOpen = createStore(false)
