import { Fragment, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, readMarkdown } from './read-markdown.ts'

type Props = { text: string; onFollow: () => void }

// the parts of a message keep their order, so indexes serve as keys
const keyed = <T,>(list: readonly T[], draw: (one: T) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  list.map((one, index) => <Fragment key={index}>{draw(one)}</Fragment>)

function Parts({ parts, onFollow }: { parts: readonly Inline[]; onFollow: () => void }): ReactNode {
  return keyed(parts, (part) => {
    if (part.kind === 'bold')
      return (
        <strong>
          <Parts parts={part.parts} onFollow={onFollow} />
        </strong>
      )
    if (part.kind === 'code') return <code className="rounded-sm bg-canvas px-1 py-0.5 text-[0.9em]">{part.text}</code>
    if (part.kind === 'link')
      return (
        <Link
          to={part.to}
          onClick={onFollow}
          className="font-medium text-link underline underline-offset-2 hover:decoration-2"
        >
          {part.text}
        </Link>
      )
    return part.text
  })
}

function BlockView({ block, onFollow }: { block: Block; onFollow: () => void }) {
  if (block.kind === 'code')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the arrow keys
      <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-canvas p-2 text-[0.9em]">
        <code>{block.text}</code>
      </pre>
    )
  if (block.kind === 'paragraph')
    return (
      <p>
        {keyed(block.lines, (line) => (
          <span className="block">
            <Parts parts={line} onFollow={onFollow} />
          </span>
        ))}
      </p>
    )
  const items = keyed(block.items, (item) => (
    <li>
      <Parts parts={item} onFollow={onFollow} />
    </li>
  ))
  return block.ordered ? (
    <ol start={block.start} className="grid list-decimal gap-1.5 pl-5">
      {items}
    </ol>
  ) : (
    <ul className="grid list-disc gap-1.5 pl-4">{items}</ul>
  )
}

/** Renders a message with the Markdown that `readMarkdown` knows. Everything else stays text. */
export const MarkdownView = memo(({ text, onFollow }: Props) => (
  <div className="grid gap-2">
    {keyed(readMarkdown(text), (block) => (
      <BlockView block={block} onFollow={onFollow} />
    ))}
  </div>
))
