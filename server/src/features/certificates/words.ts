import { msg, plural } from '@lingui/core/runtime-macro'
import { CertificateRequirement, type SaidRequirement } from '@virtual-courses/contract'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { CertificateRow } from './queries.ts'

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

/** Returns what was required as it was kept with a certificate, each kind with its sentence: page, sheet and credential show these. */
export const saidRequirements = ({ required }: Pick<CertificateRow, 'required'>, say: Say): SaidRequirement[] =>
  CertificateRequirement.array()
    .parse(required)
    .map((one) => ({ ...one, text: say(sentenceOf(one)) }))
