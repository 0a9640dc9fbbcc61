import { msg, plural } from '@lingui/core/runtime-macro'
import type { CertificateRequirement } from '@virtual-courses/contract'
import type { Say, Sentence } from '#core/languages/language.ts'

function sentenceOf({ kind, count, percent }: CertificateRequirement): Sentence {
  switch (kind) {
    case 'lectures':
      return msg`${plural({ count }, { one: '# lecture completed', other: '# lectures completed' })}`
    case 'videos':
      return percent === undefined
        ? msg`${plural({ count }, { one: '# video watched', other: '# videos watched' })}`
        : msg`${plural({ count }, { one: '# video watched', other: '# videos watched' })} (at least ${{ percent }} % of each)`
    case 'texts':
      return msg`${plural({ count }, { one: '# text read', other: '# texts read' })}`
    case 'quizzes':
      return msg`${plural({ count }, { one: '# quiz passed', other: '# quizzes passed' })}`
    case 'assignments':
      return msg`${plural({ count }, { one: '# assignment accepted', other: '# assignments accepted' })}`
  }
}

/** Returns what a student had to do, a sentence for each kind. */
export const requiredInWords = (required: readonly CertificateRequirement[], say: Say): string[] =>
  required.map((one) => say(sentenceOf(one)))
