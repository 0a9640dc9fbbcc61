import { useLingui } from '@lingui/react/macro'
import { useContext } from 'react'
import { NonceContext } from '#lib/nonce.ts'

/** The oldest browsers that the site works in. */
export const oldestBrowsers = 'Chrome 111, Edge 111, Firefox 128, Safari 16.4 (iOS 16.4)'

/**
 * Shows the notice before it. Written for browsers of any age; asks for the newest things of the oldest browser of each kind. The scripts of
 * the page end at their first line there.
 */
const script = `(function(){
var known=false;
try{new RegExp('(?<=a)b');known=CSS.supports('color','color-mix(in srgb, red, blue)')&&'registerProperty' in CSS}catch(error){}
if(known)return;
var notice=document.getElementById('old-browser');
notice.removeAttribute('hidden');
document.documentElement.style.setProperty('--docked-strip',notice.offsetHeight+'px')
})()`

/** Tells who has an older browser what is the matter. What the server rendered stays, and its links lead from document to document. */
export function OldBrowser() {
  const { t } = useLingui()
  const nonce = useContext(NonceContext)
  return (
    <>
      <p
        id="old-browser"
        hidden
        role="status"
        suppressHydrationWarning
        // the styles of the site may be too new as well
        style={{
          position: 'fixed',
          right: 0,
          bottom: 0,
          left: 0,
          zIndex: 99,
          margin: 0,
          padding: '12px 16px',
          background: '#3b2f00',
          color: '#ffffff',
        }}
      >
        {t`This browser is too old for this site. You can read the pages; logging in, buying and watching need ${oldestBrowsers}, or a newer one.`}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </>
  )
}
