import { Fragment, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, type Links, readMarkdown } from './read-markdown.ts'

type Look = {
  /** Called when a link to a page of this site is followed. */
  onFollow?: (() => void) | undefined
  /** level of the highest heading, from 2 to 6; null makes headings bold paragraphs */
  top?: number | null
}

type Props = Look & {
  text: string
  /** `message`: close together, as in a chat; `page`: as an article is read. */
  look?: 'message' | 'page'
  links?: Links
  className?: string
}

// the parts of a text keep their order, so indexes serve as keys
const keyed = <T,>(list: readonly T[], draw: (one: T) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  list.map((one, index) => <Fragment key={index}>{draw(one)}</Fragment>)

const link = 'font-medium text-link underline underline-offset-2 wrap-anywhere hover:decoration-2'

function Parts({ parts, onFollow }: Pick<Look, 'onFollow'> & { parts: readonly Inline[] }): ReactNode {
  return keyed(parts, (part) => {
    if ('parts' in part) {
      const Tag = part.kind === 'bold' ? 'strong' : 'em'
      return (
        <Tag>
          <Parts parts={part.parts} onFollow={onFollow} />
        </Tag>
      )
    }
    if (part.kind === 'code') return <code className="rounded-sm bg-canvas px-1 py-0.5 text-[0.9em]">{part.text}</code>
    if (part.kind === 'link' && part.foreign)
      return (
        <a href={part.to} target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto" className={link}>
          {part.text}
        </a>
      )
    if (part.kind === 'link')
      return (
        <Link to={part.to} dir="auto" onClick={onFollow} className={link}>
          {part.text}
        </Link>
      )
    return <span>{part.text}</span>
  })
}

const sizes = ['text-2xl', 'text-xl', 'text-lg', 'text-base']

function Heading({ level, top, children }: { level: number; top: number | null; children: ReactNode }) {
  if (top === null)
    return (
      <p dir="auto">
        <strong>{children}</strong>
      </p>
    )
  const Tag = `h${Math.min(6, top + level - 1)}` as 'h2' // one of the headings, which share their props
  return (
    <Tag dir="auto" className={`mt-2 first:mt-0 ${sizes[Math.min(level, sizes.length) - 1]}`}>
      {children}
    </Tag>
  )
}

function BlockView({ block, onFollow, top = 3 }: Look & { block: Block }) {
  switch (block.kind) {
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the arrow keys
        <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-canvas p-2 text-[0.9em]">
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr className="border-line" />
    case 'heading':
      return (
        <Heading level={block.level} top={top}>
          <Parts parts={block.parts} onFollow={onFollow} />
        </Heading>
      )
    case 'quote':
      return (
        <blockquote className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-4 border-line-strong pl-4 text-muted">
          <Blocks blocks={block.blocks} onFollow={onFollow} top={null} />
        </blockquote>
      )
    case 'paragraph':
      return (
        <p dir="auto">
          {keyed(block.lines, (line) => (
            <span className="block">
              <Parts parts={line} onFollow={onFollow} />
            </span>
          ))}
        </p>
      )
    case 'list': {
      const items = keyed(block.items, ({ parts, lists }) => (
        <li dir="auto">
          <Parts parts={parts} onFollow={onFollow} />
          {lists.length > 0 && (
            <div className="mt-1.5 grid gap-1.5">
              <Blocks blocks={lists} onFollow={onFollow} />
            </div>
          )}
        </li>
      ))
      return block.ordered ? (
        <ol start={block.start} className="grid list-decimal gap-1.5 pl-6">
          {items}
        </ol>
      ) : (
        <ul className="grid list-disc gap-1.5 pl-5">{items}</ul>
      )
    }
  }
}

const Blocks = ({ blocks, ...look }: Look & { blocks: readonly Block[] }) =>
  keyed(blocks, (block) => <BlockView block={block} {...look} />)

const looks = { message: 'gap-2', page: 'gap-4 max-w-prose leading-relaxed wrap-anywhere' }

/** Renders a text with the Markdown that `readMarkdown` knows. Everything else stays text; HTML is never made from it. */
export const MarkdownView = memo(({ text, look = 'page', links = 'any', className = '', ...rest }: Props) => (
  <div className={`grid grid-cols-[minmax(0,1fr)] ${looks[look]} ${className}`}>
    <Blocks blocks={readMarkdown(text, links)} {...rest} />
  </div>
))
