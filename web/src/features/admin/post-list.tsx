import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminPost, api as calls, isolate } from '@virtual-courses/contract'
import { Check, EyeOff, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { ReportBox } from './report-box.tsx'
import { useAct } from './use-act.ts'

/** Questions, answers and announcements in full length, so that an admin can judge them. */
export function PostList({ posts }: { posts: readonly AdminPost[] }) {
  const { t } = useLingui()
  const [deciding, setDeciding] = useState<AdminPost | null>(null)
  return (
    <>
      <ul aria-label={t`Questions, answers and announcements`} className="grid gap-3">
        {posts.map((post) => (
          <PostRow key={post._id} post={post} onDecide={() => setDeciding(post)} />
        ))}
      </ul>
      {deciding?.kind === 'announcement' && (
        <DecisionDialog
          key={deciding._id}
          title={t`Delete this announcement?`}
          text={t`It disappears for everyone, with its notifications. Mails that were sent cannot be called back.`}
          confirmLabel={t`Delete announcement`}
          danger
          reasonHint={t`The educator reads it.`}
          onClose={() => setDeciding(null)}
          call={(reason) =>
            browserApi(calls.announcements.removeByAdmin, {
              params: { announcementId: deciding._id },
              body: { reason },
            })
          }
        />
      )}
      {deciding && deciding.kind !== 'announcement' && (
        <DecisionDialog
          key={deciding._id}
          title={deciding.kind === 'answer' ? t`Hide this answer?` : t`Hide this question?`}
          text={
            deciding.kind === 'answer'
              ? t`No one sees it any more, until you show it again.`
              : t`No one sees it and its answers any more, until you show it again.`
          }
          confirmLabel={t`Hide`}
          danger
          reasonHint={t`The author sees it.`}
          onClose={() => setDeciding(null)}
          call={(reason) => browserApi(calls.adminPosts.hide, { params: { postId: deciding._id }, body: { reason } })}
        />
      )}
    </>
  )
}

function PostRow({ post, onDecide }: { post: AdminPost; onDecide: () => void }) {
  const { t } = useLingui()
  const { kind } = post
  const names = { question: t`Question`, answer: t`Answer`, announcement: t`Announcement` }
  const name = usePersonName()(post.userName)
  const { busy, act } = useAct()
  const author = isolate(name)
  const params = { postId: post._id }
  const keep = () =>
    kind === 'announcement'
      ? browserApi(calls.announcements.keepByAdmin, { params: { announcementId: post._id } })
      : browserApi(calls.adminPosts.keep, { params })
  return (
    <Card as="li" className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={kind === 'answer' ? 'neutral' : 'primary'}>{names[kind]}</Badge>
        <span {...writtenIn()} className="font-semibold wrap-anywhere">
          {name}
        </span>
        {post.hiddenAt !== null && (
          <Badge tone="danger" icon={<EyeOff />}>
            <Trans>Hidden</Trans>
          </Badge>
        )}
        {/* as long as the reader's own date may be, it wraps nothing */}
        <ReaderTime iso={post.createdAt} className="tabular text-sm text-muted max-sm:basis-full" />
      </div>
      <p className="mt-0.5 text-sm text-muted wrap-anywhere">
        <Link {...writtenIn()} to={paths.course(post.courseId)} className="py-1 text-link underline underline-offset-4">
          {post.courseTitle}
        </Link>
      </p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p
            {...writtenIn()}
            className={kind === 'answer' ? 'text-muted wrap-anywhere' : 'font-semibold wrap-anywhere'}
          >
            {post.title}
          </p>
          {post.text !== '' && (
            <p {...writtenIn()} className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">
              {post.text}
            </p>
          )}
          {post.hiddenReason !== '' && (
            <p className="mt-2 text-sm text-muted wrap-anywhere">
              {t`Hidden because: ${{ reason: isolate(post.hiddenReason) }}`}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {post.openReports > 0 && (
            <Button
              size="sm"
              busy={busy}
              icon={<Check aria-hidden="true" className="size-4" />}
              onClick={() => act(keep)}
            >
              <Trans>
                Keep<span className="sr-only">{` what ${{ author }} wrote`}</span>
              </Trans>
            </Button>
          )}
          {kind === 'announcement' ? (
            <Button
              variant="secondary"
              size="sm"
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              onClick={onDecide}
            >
              <Trans>
                Delete<span className="sr-only">{` what ${{ author }} wrote`}</span>
              </Trans>
            </Button>
          ) : post.hiddenAt === null ? (
            <Button
              variant="secondary"
              size="sm"
              icon={<EyeOff aria-hidden="true" className="size-4" />}
              onClick={onDecide}
            >
              <Trans>
                Hide<span className="sr-only">{` what ${{ author }} wrote`}</span>
              </Trans>
            </Button>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              icon={<RotateCcw aria-hidden="true" className="size-4" />}
              onClick={() => act(() => browserApi(calls.adminPosts.restore, { params }))}
            >
              <Trans>
                Show again<span className="sr-only">{` what ${{ author }} wrote`}</span>
              </Trans>
            </Button>
          )}
        </div>
      </div>
      {post.reports.length > 0 && <ReportBox of={post} label={t`Reports`} decided={t`Decided`} />}
    </Card>
  )
}
