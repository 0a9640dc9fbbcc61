import type { ToastKind } from './toast.ts'

/** `at` and all times are in milliseconds, like `performance.now()`. */
export type DatedToast = { kind: ToastKind; at: number; login?: string | undefined }

/** How long a toast stays while neither pointer nor focus is on the list. */
export const timeout = 5000
/** How long one stays under a pointer that rests: where one has pressed, a message may come up under it. */
export const longestHoverMs = 10_000

/**
 * Whether a toast is about the page that the user left: it was there when they last pressed something. What came after that press, such as
 * the success of what led to the new page, stays its time.
 */
export const isOfPageBefore = ({ at }: DatedToast, lastPress: number): boolean => at < lastPress

/** Whether a toast is an error that a success has ended. */
export const isSolved = ({ kind, at }: DatedToast, success: number): boolean => kind === 'error' && at < success

/** Whether a toast leads to a login that is behind the user. */
export const isBeforeLogin = ({ login }: DatedToast): boolean => login !== undefined

/** Whether a toast has stayed long enough, although the pointer is on the list: it last moved there at `lastMove`. */
export const isHoveredLong = ({ at }: DatedToast, lastMove: number, now: number): boolean =>
  now - Math.max(at, lastMove) >= longestHoverMs
