/** State of a navigation to another path that shows the same page: it keeps the place and the focus. */
export const samePage = { samePage: true } as const

/** Whether a location was navigated to as the same page. */
export const isSamePage = ({ state }: { state: unknown }): boolean =>
  typeof state === 'object' && state !== null && 'samePage' in state
