import { createContext, useContext } from 'react'
import { themeScript } from '#ui/theme.ts'

/** The nonce of the document's security policy; only the server knows it, the browser hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Sets the remembered theme before anything is painted, so that a dark page never flashes white. */
export function ThemeScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
}
