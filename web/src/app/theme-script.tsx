import { useContext } from 'react'
import { NonceContext } from '#lib/nonce.ts'
import { themeScript } from '#ui/theme-script.ts'

/** Sets the remembered theme before anything is painted, so that a dark page never flashes white. */
export function ThemeScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
}
