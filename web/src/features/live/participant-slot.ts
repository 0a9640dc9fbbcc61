/** A participant slot that this tab may take again: after a lost connection, a reload, or a restart of the server. */
export type Slot = { peerId: string; token: string }

const keyOf = (roomId: string): string => `live-slot ${roomId}`

/** Fallback where storage is blocked: a slot then lasts as long as the page. */
const memory = new Map<string, string>()

export function readSlot(roomId: string): Slot | null {
  try {
    const text = memory.get(roomId) ?? sessionStorage.getItem(keyOf(roomId))
    // written by `saveSlot` only
    return text ? (JSON.parse(text) as Slot) : null
  } catch {
    return null
  }
}

export function saveSlot(roomId: string, slot: Slot): void {
  const text = JSON.stringify(slot)
  memory.set(roomId, text)
  try {
    sessionStorage.setItem(keyOf(roomId), text)
  } catch {
    // private windows may forbid storage
  }
}

/** After leaving, the slot must not be taken again. */
export function clearSlot(roomId: string): void {
  memory.delete(roomId)
  try {
    sessionStorage.removeItem(keyOf(roomId))
  } catch {
    // as above
  }
}
