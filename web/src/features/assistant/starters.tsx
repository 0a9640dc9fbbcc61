import type { RefObject } from 'react'
import { conversation } from './assistant.ts'

const starters = ['What can I learn for free?', 'I am new to programming', 'How do payments work?']

/** Some first questions, for who does not know what to ask. */
export function Starters({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <ul aria-label="Some questions to begin with" className="mt-4 grid justify-items-start gap-2">
      {starters.map((question) => (
        <li key={question}>
          <button
            type="button"
            onClick={() => {
              void conversation.send(question)
              box.current?.focus()
            }}
            className="min-h-9 rounded-full border border-line-strong px-3 text-left font-medium text-link transition-colors hover:bg-tint"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
