import type { Formula } from '@virtual-courses/contract'
import { type ReactNode, useCallback } from 'react'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import type { Part } from '#lib/text/read-markdown.ts'
import { Mathml } from './mathml.tsx'

type Props = {
  text: string
  formulas: readonly Formula[]
  /** Draws a gap of the text; counts from 1. */
  gap?: ((number: number) => ReactNode) | undefined
  className?: string
}

/** A text of a quiz: Markdown with formulas, uploaded pictures and gaps. */
export function QuizText({ text, formulas, gap, className = '' }: Props) {
  const special = useCallback(
    ({ kind, token }: Part): ReactNode | undefined => {
      if (kind === 'formula') {
        const block = token.markup === '$$'
        const found = formulas.find((one) => one.tex === token.content && one.block === block)
        if (!found) return <code>{`${token.markup}${token.content}${token.markup}`}</code>
        return block ? (
          <span className="block overflow-x-auto py-1 text-[1.15em]">
            <Mathml text={found.mathml} />
          </span>
        ) : (
          <Mathml text={found.mathml} />
        )
      }
      if (kind === 'gap') return gap?.(Number(token.content)) ?? <span>{`[${token.content}]`}</span>
      if (kind !== 'image') return undefined
      return (
        <img
          src={String(token.attrGet('src'))}
          alt={token.content}
          loading="lazy"
          className="my-1 block h-auto max-h-[60dvh] max-w-full rounded-md"
        />
      )
    },
    [formulas, gap],
  )
  return <Markdown text={text} links="rich" special={special} className={className} />
}
