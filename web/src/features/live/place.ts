/** A place in a room that this tab may sit on again: after a lost line, a reload, or a restart of the server. */
export type Place = { peerId: string; token: string }

const keyOf = (roomId: string): string => `live-place ${roomId}`

/** For where storage is barred: a place then lasts as long as the page. */
const held = new Map<string, string>()

export function readPlace(roomId: string): Place | null {
  try {
    const text = held.get(roomId) ?? sessionStorage.getItem(keyOf(roomId))
    // written by `keepPlace` alone
    return text ? (JSON.parse(text) as Place) : null
  } catch {
    return null
  }
}

export function keepPlace(roomId: string, place: Place): void {
  const text = JSON.stringify(place)
  held.set(roomId, text)
  try {
    sessionStorage.setItem(keyOf(roomId), text)
  } catch {
    // private windows may forbid storage
  }
}

/** After leaving there is nothing to come back to. */
export function forgetPlace(roomId: string): void {
  held.delete(roomId)
  try {
    sessionStorage.removeItem(keyOf(roomId))
  } catch {
    // as above
  }
}
