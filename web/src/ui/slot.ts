import type { ReactElement } from 'react'

/**
 * What may stand beside other content: elements or nothing, never bare text. A translator of the browser puts each text node into elements
 * of its own, and then React cannot take it away or change it unless it is all that its element has.
 */
export type Slot = ReactElement | readonly Slot[] | boolean | '' | null | undefined
