import display from './fonts/bricolage-display.woff2?url'
import inter from './fonts/inter-core.woff2?url'

/** URLs of the two fonts that every page uses, for `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export const fontFiles: readonly string[] = [inter, display]
