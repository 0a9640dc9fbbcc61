import { useContext } from 'react'
import { NonceContext } from '#lib/nonce.ts'
import { stageScript } from '#lib/stage.ts'
import { earlyPressScript } from '#ui/early-press.ts'
import { themeScript } from '#ui/theme-script.ts'

const script = [themeScript, stageScript, earlyPressScript].join('\n')

/**
 * Sets what is remembered of the looks before anything is painted, so that a dark page never flashes white and no part moves, and notes
 * what is pressed before the scripts of the page have arrived.
 */
export function HeadScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
