import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtractorType } from '@lingui/conf'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { createSwcExtractor } from '@lingui/native-tools'

/** Every file of `locales/` is a language; English is the source. */
const locales = readdirSync(join(import.meta.dirname, 'locales')).flatMap((file) =>
  file.endsWith('.po') ? [file.slice(0, -'.po'.length)] : [],
)

/** The contract writes its sentences without macros; it tells them itself. */
const contractSentences: ExtractorType = {
  match: (filename) => filename.endsWith('contract/src/problem.ts'),
  async extract(filename, _code, onMessageExtracted) {
    const { readerSentences } = (await import(
      join(filename, '../index.ts')
    )) as typeof import('./contract/src/index.ts')
    for (const message of readerSentences())
      onMessageExtracted({
        id: generateMessageId(message),
        message,
        context: '',
        origin: [filename, 1],
        comment: '',
        placeholders: {},
      })
  },
}

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
  // what macros become in pages
  runtimeConfigModule: { i18n: ['#lib/text/translator.ts', 'i18n'], Trans: ['#lib/text/trans.tsx', 'Trans'] },
  // the server is not built: its messages are made at run time
  experimental: { runtimeMacro: true },
  extractors: [contractSentences, createSwcExtractor()],
})
