import { useContext } from 'react'
import { NonceContext } from '#lib/nonce.ts'
import { stageScript } from '#lib/stage.ts'
import { themeScript } from '#ui/theme-script.ts'

const script = `${themeScript};${stageScript}`

/** Sets what is remembered of the looks before anything is painted, so that a dark page never flashes white, and no part moves. */
export function ThemeScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
