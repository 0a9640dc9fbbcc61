import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'

/** Every file of `locales/` is a language; English is the source. */
const locales = readdirSync(join(import.meta.dirname, 'locales')).flatMap((file) =>
  file.endsWith('.po') ? [file.slice(0, -'.po'.length)] : [],
)

export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: [...new Set(['en', ...locales])],
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/contract/src', '<rootDir>/server/src', '<rootDir>/web/src'],
      exclude: ['**/*.test.*', '**/fixtures/**'],
    },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  extractors: [createSwcExtractor()],
})
