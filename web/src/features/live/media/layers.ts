import { type Layer, type LiveClassMessages, layers } from '@virtual-courses/contract'
import type { z } from 'zod'
import type { LineLevel } from './line-quality.ts'

export type LayerChoice = z.output<(typeof LiveClassMessages)['choose-layers']>['streams'][number]

/** A picture on the page; `width` in pixels of the screen, 0 while it is not shown. */
export type ShownPicture = { peerId: string; what: LayerChoice['what']; width: number }

export type Viewing = {
  /** the page is in the background */
  hidden: boolean
  audioOnly: boolean
  /** the user saves data */
  saving: boolean
  line: LineLevel
}

const smaller = (one: Layer, other: Layer): Layer => (layers.indexOf(one) < layers.indexOf(other) ? one : other)

/** Widths in pixels up to which a smaller picture is as good. */
const lowWidth = 240
const middleWidth = 640

const bySize = (width: number): Layer =>
  width === 0 ? 'off' : width <= lowWidth ? 'low' : width <= middleWidth ? 'middle' : 'high'

const byLine: Record<LineLevel, Layer> = { 0: 'high', 1: 'middle', 2: 'low', 3: 'off' }

/**
 * Returns the size in which each picture is asked for. Sound has no choice: it comes first, and pictures take what the line leaves. A
 * shared screen has one size and is the last picture that goes.
 */
export function chooseLayers(pictures: readonly ShownPicture[], viewing: Viewing): LayerChoice[] {
  const none = viewing.hidden || viewing.audioOnly || viewing.line === 3
  return pictures.map(({ peerId, what, width }) => {
    if (none || width === 0) return { peerId, what, layer: 'off' }
    if (what === 'screen') return { peerId, what, layer: 'high' }
    const most = smaller(byLine[viewing.line], viewing.saving ? 'low' : 'high')
    return { peerId, what, layer: smaller(bySize(width), most) }
  })
}
