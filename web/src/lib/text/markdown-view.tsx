import { memo, type ReactElement, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { type Links, type Part, readMarkdown, textOf, wordsOf } from './read-markdown.ts'

type Look = {
  /** Called when a link to a page of this site is followed. */
  onFollow?: (() => void) | undefined
  /** level of the highest heading, from 2 to 6; null makes headings bold paragraphs */
  top?: number | null
  /** Draws parts in a way of its own; undefined leaves them to the usual one. */
  special?: ((part: Part) => ReactNode | undefined) | undefined
}

export type MarkdownProps = Look & {
  text: string
  /** `message`: close together, as in a chat; `page`: as an article is read. */
  look?: 'message' | 'page'
  /** `rich`: also formulas, uploaded pictures and gaps, which `special` draws */
  links?: Links | 'rich'
  /** shown beside each heading, paragraph or other part, in a box that is placed; `words` are those of the part */
  aside?: ((index: number, words: string) => ReactElement | null) | undefined
  className?: string
}

const linkClass = 'font-medium text-link underline underline-offset-2 wrap-anywhere hover:decoration-2'

function LinkPart({ part, onFollow, children }: Pick<Look, 'onFollow'> & { part: Part; children: ReactNode }) {
  if (!part.link) return children
  if (part.link.foreign)
    return (
      <a href={part.link.to} target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto" className={linkClass}>
        {children}
      </a>
    )
  return (
    <Link to={part.link.to} dir="auto" onClick={onFollow} className={linkClass}>
      {children}
    </Link>
  )
}

const sizes = ['text-2xl', 'text-xl', 'text-lg', 'text-base']

type HeadingProps = {
  /** in the outline, from 1 */
  level: number
  /** as it was written */
  size: number
  top: number | null
  children: ReactNode
}

function Heading({ level, size, top, children }: HeadingProps) {
  if (top === null)
    return (
      <p dir="auto">
        <strong>{children}</strong>
      </p>
    )
  const Tag = `h${Math.min(6, top + level - 1)}` as 'h2' // one of the headings, which share their props
  return (
    <Tag dir="auto" className={`mt-2 first:mt-0 ${sizes[Math.min(size, sizes.length) - 1]}`}>
      {children}
    </Tag>
  )
}

/** Draws one part. Whatever is not named here stays text. */
function PartView({ part, top = 3, onFollow, special }: Look & { part: Part }): ReactNode {
  const own = special?.(part)
  if (own !== undefined) return own
  const inside = (look: Look = {}) => (
    <Parts parts={part.parts} top={top} onFollow={onFollow} special={special} {...look} />
  )
  switch (part.kind) {
    case 'inline':
      return inside()
    case 'paragraph':
      // of a list whose items stand close together
      return part.token.hidden ? inside() : <p dir="auto">{inside()}</p>
    case 'heading':
      return (
        <Heading level={Number(part.token.tag.slice(1))} size={part.token.markup.length} top={top}>
          {inside()}
        </Heading>
      )
    case 'blockquote':
      return (
        <blockquote className="grid grid-cols-[minmax(0,1fr)] gap-2 border-s-4 border-line-strong ps-4 text-muted">
          {inside({ top: null })}
        </blockquote>
      )
    case 'bullet_list':
      return <ul className="grid list-disc gap-1.5 ps-5">{inside()}</ul>
    case 'ordered_list':
      return (
        <ol start={Number(part.token.attrGet('start') ?? 1)} className="grid list-decimal gap-1.5 ps-6">
          {inside()}
        </ol>
      )
    case 'list_item':
      return (
        <li dir="auto" className="[&>:is(ol,ul,pre,blockquote)]:mt-1.5">
          {inside()}
        </li>
      )
    case 'fence':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the arrow keys
        <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-canvas p-2 text-[0.9em]">
          <code>{textOf(part)}</code>
        </pre>
      )
    case 'hr':
      return <hr className="border-line" />
    case 'strong':
      return <strong>{inside()}</strong>
    case 'em':
      return <em>{inside()}</em>
    case 'code_inline':
      return <code className="rounded-sm bg-canvas px-1 py-0.5 text-[0.9em]">{textOf(part)}</code>
    case 'link':
      return (
        <LinkPart part={part} onFollow={onFollow}>
          {inside()}
        </LinkPart>
      )
    case 'softbreak':
    case 'hardbreak':
      return <br />
    default: {
      const text = textOf(part)
      // an element of its own, which translators of browsers may replace
      return text && <span>{text}</span>
    }
  }
}

const Parts = ({ parts, ...look }: Look & { parts: readonly Part[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
  parts.map((part, index) => <PartView key={index} part={part} {...look} />)

const looks = { message: 'gap-2', page: 'gap-4 max-w-prose leading-relaxed wrap-anywhere' }

/** Renders a text with the Markdown that `readMarkdown` knows. Everything else stays text; HTML is never made from it. */
export const MarkdownView = memo(
  ({ text, look = 'page', links = 'any', aside, className = '', ...rest }: MarkdownProps) => {
    const parts = useMemo(() => readMarkdown(text, links), [text, links])
    return (
      <div className={`grid grid-cols-[minmax(0,1fr)] ${looks[look]} ${className}`}>
        {aside === undefined ? (
          <Parts parts={parts} {...rest} />
        ) : (
          parts.map((part, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
              key={index}
              data-part-of-text=""
              className="group/part relative rounded-sm transition-[background-color] data-shown:bg-accent-soft"
            >
              <PartView part={part} {...rest} />
              {aside(index, wordsOf(part))}
            </div>
          ))
        )}
      </div>
    )
  },
)
