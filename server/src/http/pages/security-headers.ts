import { standardHeaders } from '../standard-headers.ts'

export type SecurityOptions = {
  /** the real provider's checkout is loaded from its own site */
  razorpay: boolean
  /** the site is reached over https: browsers may then refuse plain http for it */
  https: boolean
  /** films and captions may be read from this origin too; null for ours alone */
  mediaOrigin: string | null
}

/** What a document may load and run. Scripts need the document's nonce; nothing inline runs without it. */
function contentSecurityPolicy(nonce: string, { razorpay, https, mediaOrigin }: SecurityOptions): string {
  const script = razorpay ? ' https://checkout.razorpay.com' : ''
  const frame = razorpay ? ' https://api.razorpay.com https://checkout.razorpay.com' : ''
  const connect = razorpay ? ' https://api.razorpay.com https://lumberjack.razorpay.com' : ''
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // widths of bars and stars are style attributes; they can run nothing
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob: https:`,
    `media-src 'self' blob:${mediaOrigin ? ` ${mediaOrigin}` : ''}`,
    `font-src 'self'`,
    `connect-src 'self' blob:${connect}`,
    `frame-src 'self'${frame}`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Headers of every document. */
export function securityHeaders(nonce: string, options: SecurityOptions): Record<string, string> {
  const pay = options.razorpay ? ' "https://api.razorpay.com"' : ''
  return {
    'content-security-policy': contentSecurityPolicy(nonce, options),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `camera=(self), microphone=(self), display-capture=(self), payment=(self${pay}), geolocation=(), usb=(), serial=()`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'SAMEORIGIN',
    ...standardHeaders(options.https),
  }
}
