import { standardHeaders } from '../standard-headers.ts'

type Origins = readonly string[]

export type SecurityOptions = {
  /** origins of the payment provider that documents use, by directive; empty if the site serves the checkout itself */
  checkout: Record<'script' | 'style' | 'img' | 'connect' | 'frame' | 'payment', Origins>
  /** whether the site is reached over https, so that plain http can be upgraded */
  https: boolean
  /** another origin of videos and images, or null */
  mediaOrigin: string | null
}

/** Returns the Content-Security-Policy of a document. Inline scripts and styles need its nonce. */
function contentSecurityPolicy(nonce: string, { checkout, https, mediaOrigin }: SecurityOptions): string {
  const also = (origins: Origins): string => origins.map((origin) => ` ${origin}`).join('')
  const media = mediaOrigin === null ? [] : [mediaOrigin]
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${also(checkout.script)}`,
    `style-src 'self' 'nonce-${nonce}'${also(checkout.style)}`,
    // bars and stars set their widths in style attributes, which cannot run scripts
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob: https:${also([...media, ...checkout.img])}`,
    `media-src 'self' blob:${also(media)}`,
    `font-src 'self'`,
    // players fetch the parts of streams by script
    `connect-src 'self' blob:${also([...media, ...checkout.connect])}`,
    `frame-src 'self'${also(checkout.frame)}`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Returns the security headers of a document. */
export function securityHeaders(nonce: string, options: SecurityOptions): Record<string, string> {
  const payment = options.checkout.payment.map((origin) => ` "${origin}"`).join('')
  return {
    'content-security-policy': contentSecurityPolicy(nonce, options),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `camera=(self), microphone=(self), display-capture=(self), payment=(self${payment}), geolocation=(), usb=(), serial=()`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'SAMEORIGIN',
    ...standardHeaders(options.https),
  }
}
