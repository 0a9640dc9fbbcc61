import { useContext } from 'react'
import { lostScriptsScript } from '#lib/connection/lost-scripts.ts'
import { NonceContext } from '#lib/nonce.ts'
import { stageScript } from '#lib/stage.ts'
import { earlyPressScript } from '#ui/early-press.ts'
import { themeScript } from '#ui/theme-script.ts'

/**
 * The first number, date or word that is formatted costs an engine 15 ms, on a slow phone 60 (decision 123): it is ready for them by the
 * time the scripts of the page have arrived.
 */
const formatsScript = `self.requestIdleCallback?.(()=>new Intl.NumberFormat('en-IN'))`

/** Runs as the document is read, so that the browser needs no second copy in its code. */
const script = import.meta.env.SSR
  ? [lostScriptsScript, themeScript, stageScript, earlyPressScript, formatsScript].join('\n')
  : ''

/**
 * Sets what is remembered of the looks before anything is painted, so that a dark page never flashes white and no part moves, notes
 * what is pressed before the scripts of the page have arrived, and looks after those.
 */
export function HeadScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
