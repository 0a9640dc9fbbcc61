export type WishQueueParts = {
  /** tells the server; rejects when it did not take it */
  send(courseId: string, wished: boolean): Promise<void>
  /** what the heart shows now: the reader's last word */
  shown(courseId: string): boolean
  show(courseId: string, wished: boolean): void
  /** the server has the reader's last word */
  saved(courseId: string, wished: boolean): void
  /** it has not, and the heart was put back */
  failed(error: unknown): void
}

/**
 * Brings the server to what a heart shows. One call at a time for each course: pressed again meanwhile, the last press
 * wins, and what is sent in the end is what is shown.
 */
export function createWishQueue({ send, shown, show, saved, failed }: WishQueueParts) {
  const busy = new Set<string>()

  async function settle(courseId: string, before: boolean): Promise<void> {
    let certain = before
    let sent = false
    for (let wanted = shown(courseId); wanted !== certain; wanted = shown(courseId)) {
      try {
        await send(courseId, wanted)
        certain = wanted
        sent = true
      } catch (error) {
        // pressed again meanwhile: the other way may work, and the lost answer may have been a yes
        if (shown(courseId) !== wanted) {
          certain = wanted
          continue
        }
        show(courseId, before)
        failed(error)
        return
      }
      before = certain
    }
    if (sent) saved(courseId, certain)
  }

  /** @param before what the heart showed before it was pressed */
  return async (courseId: string, before: boolean): Promise<void> => {
    if (busy.has(courseId)) return
    busy.add(courseId)
    try {
      await settle(courseId, before)
    } finally {
      busy.delete(courseId)
    }
  }
}
