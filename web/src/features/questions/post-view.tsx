import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { CircleCheck, Flag, Pencil, ThumbsUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { createSerialQueue } from '#lib/connection/serial-queue.ts'
import { formatCount } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import type { Post } from './post.ts'
import { DeletePostDialog, EditPostForm, ReportPostDialog } from './post-dialogs.tsx'

type Props = {
  post: Post
  /** Reads it again. */
  find: () => Promise<Post>
  /** the user may vote, and change their own */
  mayWrite: boolean
  /** Reads the question again. */
  onChanged: () => void
  /** the post is gone */
  onRemoved: () => void
  /** before the other buttons */
  actions?: Slot
}

/** A question or an answer in full: its author, its text, and what the user may do with it. */
export function PostView({ post, find, mayWrite, onChanged, onRemoved, actions }: Props) {
  const nameOf = usePersonName()
  const [shown, setShown] = useState<'edit' | 'delete' | 'report' | null>(null)
  const close = () => setShown(null)
  const { author } = post
  const name = isolate(nameOf(author.name))
  return (
    <div className="flex items-start gap-3">
      <Avatar name={author.name} photo={author.photoUrl} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
          <span {...writtenIn()} className="font-semibold wrap-anywhere">
            {nameOf(author.name)}
          </span>
          {author.educator && (
            <Badge tone="primary">
              <Trans>Educator</Trans>
            </Badge>
          )}
          <span className="text-muted">
            <TimeSince iso={post.createdAt} />
            {post.editedAt !== null && (
              <span>
                {' '}
                <Trans>(edited)</Trans>
              </span>
            )}
          </span>
        </p>
        {shown === 'edit' ? (
          <EditPostForm post={post} find={find} onClose={close} onChanged={onChanged} />
        ) : (
          post.text !== '' && (
            <p {...writtenIn()} className="mt-1.5 max-w-prose whitespace-pre-line wrap-anywhere">
              {post.text}
            </p>
          )
        )}
        {shown !== 'edit' && (
          <div className="-ms-2.5 mt-1.5 flex flex-wrap items-center gap-x-1">
            <VoteButton post={post} name={name} mayVote={mayWrite && !post.own} />
            {actions}
            {post.own && mayWrite && (
              <>
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<Pencil aria-hidden="true" className="size-4" />}
                  onClick={() => setShown('edit')}
                >
                  <Trans>Edit</Trans>
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<Trash2 aria-hidden="true" className="size-4" />}
                  onClick={() => setShown('delete')}
                >
                  <Trans>Delete</Trans>
                </Button>
              </>
            )}
            {!post.own && mayWrite && (
              <Button
                variant="ghost"
                size="sm"
                className="text-muted"
                icon={<Flag aria-hidden="true" className="size-4" />}
                aria-disabled={!post.canReport || undefined}
                onClick={() => post.canReport && setShown('report')}
              >
                {post.canReport ? (
                  <Trans>
                    <span>Report</span>
                    <span className="sr-only">{` what ${{ author: name }} wrote`}</span>
                  </Trans>
                ) : (
                  <Trans context="report">Reported</Trans>
                )}
              </Button>
            )}
          </div>
        )}
        {shown === 'delete' && <DeletePostDialog post={post} onClose={close} onRemoved={onRemoved} />}
        {shown === 'report' && <ReportPostDialog post={post} name={name} onClose={close} onChanged={onChanged} />}
      </div>
    </div>
  )
}

type VoteProps = { post: Post; name: string; mayVote: boolean }

/** The votes; pressed while the user's own is among them. */
function VoteButton({ post, name, mayVote }: VoteProps) {
  const { t } = useLingui()
  const [sent, setSent] = useState<{ of: Post; voted: boolean; votes: number } | null>(null)
  const { voted, votes } = sent?.of === post ? sent : post
  const [inOrder] = useState(createSerialQueue)
  async function press() {
    const next = { of: post, voted: !voted, votes: votes + (voted ? -1 : 1) }
    setSent(next)
    try {
      const call = { params: { postId: post._id }, body: { voted: next.voted } }
      const stored = await inOrder(() => browserApi(calls.questions.vote, call))
      // unless it was pressed again
      setSent((now) => (now === next ? { of: post, ...stored } : now))
    } catch (error) {
      setSent(null)
      toast.error(failureOf(error, t`Something went wrong`))
    }
  }
  const count = t`${plural({ count: votes }, { one: '# vote', other: '# votes' })}`
  if (!mayVote)
    return (
      <span className="inline-flex min-h-9 items-center gap-1.5 px-2.5 text-sm text-muted">
        <ThumbsUp aria-hidden="true" className="size-4" />
        <span>{count}</span>
      </span>
    )
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={voted}
      className={cx(voted && 'text-link')}
      icon={<ThumbsUp aria-hidden="true" className={cx('size-4', voted && 'fill-current')} />}
      onClick={press}
    >
      <span className="sr-only">{t`Helpful: what ${{ author: name }} wrote, ${{ votes: count }}`}</span>
      <span aria-hidden="true" className="tabular">
        {formatCount(votes)}
      </span>
    </Button>
  )
}

/** Marks the answer that the educator accepted. */
export const AcceptedMark = () => (
  <p className="mb-2 inline-flex items-center gap-1.5 text-sm font-semibold text-success">
    <CircleCheck aria-hidden="true" className="size-4.5" />
    <Trans>Accepted by the educator</Trans>
  </p>
)
