import { createContext, useContext } from 'react'
import { themeScript } from '#ui/theme-switch.tsx'

/** Nonce of the document's Content-Security-Policy. Set on the server only: browsers hide the attribute from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Sets the remembered theme before anything is painted, so that a dark page never flashes white. */
export function ThemeScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
}
