import { useLingui } from '@lingui/react/macro'
import { isolate, type Lecture } from '@virtual-courses/contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { LectureRow } from './lecture-row.tsx'
import { RemoveLectureDialog } from './remove-lecture.tsx'
import { AddSection, SectionRow } from './section-row.tsx'
import { rowShift, useDragOrder } from './use-drag-order.ts'
import { type OutlineEditor, outlineRows } from './use-outline.ts'
import { useVideoStatus } from './use-video-status.ts'
import { NoStreamsNote, VideoState } from './video-state.tsx'

/** Lectures of a course in order, below the headings of their sections. Each can be dragged by its handle, moved by keys there, and has a menu. */
export function LectureList({ courseId, editor }: { courseId: string; editor: OutlineEditor }) {
  const { t } = useLingui()
  const videos = useVideoStatus(courseId)
  const { rows, sections } = editor
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ id: string; by: 'handle' | 'menu' }>(null)
  const [announcement, setAnnouncement] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  /** the last one that was asked about: the dialog keeps its text while it closes */
  const [removing, setRemoving] = useState<Lecture | null>(null)
  const [dialog, setDialog] = useState(false)
  const add = useRef<HTMLDivElement>(null)

  /** Says where a lecture is in an order of the rows. */
  function announce(lectureId: string, next: readonly string[]) {
    const lectures = rows.flatMap((row) => (row.kind === 'lecture' ? [row.lecture] : []))
    // lectures of sections that are ordered by `next` alone
    const after = outlineRows({ lectures, sections }, next)
    const row = after.find(({ _id }) => _id === lectureId)
    if (row?.kind !== 'lecture') return
    const { number, section } = row
    const title = isolate(row.lecture.lectureTitle)
    const total = lectures.length
    if (section)
      setAnnouncement(t`“${title}” is now lecture ${number} of ${total}, in “${{ section: isolate(section.title) }}”.`)
    else if (sections.length > 0)
      setAnnouncement(t`“${title}” is now lecture ${number} of ${total}, before the sections.`)
    else setAnnouncement(t`“${title}” is now lecture ${number} of ${total}.`)
  }

  function move(from: number, to: number) {
    const row = rows[from]
    if (row) announce(row._id, editor.move(from, to))
  }

  const { drag, handleOf } = useDragOrder(list, move)

  // a row that moves in the document loses the focus
  useLayoutEffect(() => {
    const { current } = pressed
    pressed.current = null
    if (!current) return
    const row = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-lecture') === current.id)
    row?.querySelector<HTMLElement>(current.by === 'handle' ? '[data-move]' : '[data-more] button')?.focus()
  })

  async function startSection(lectureId: string) {
    const reply = await editor.addSection(t`New section`, lectureId)
    if (reply) setRenaming(reply.section._id)
  }

  const status = (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
  if (rows.length === 0) {
    return (
      <>
        <Card>
          <EmptyState
            title={t`No lectures yet`}
            text={t`Create the first one here; then edit it to add its video or text.`}
          />
        </Card>
        {status}
      </>
    )
  }
  return (
    <>
      <Card flush className="overflow-visible">
        <ol ref={list}>
          {rows.map((row, index) => {
            const dragged = drag?.id === row._id
            const shift = drag && !dragged ? rowShift(index, drag) : null
            if (row.kind === 'section') {
              const at = sections.indexOf(row.section)
              return (
                <SectionRow
                  key={row._id}
                  section={row.section}
                  count={row.count}
                  seconds={row.seconds}
                  movable={{ up: at > 0, down: at < sections.length - 1 }}
                  editing={renaming === row._id}
                  onEdit={(editing) => setRenaming(editing ? row._id : null)}
                  shift={shift}
                  editor={editor}
                />
              )
            }
            return (
              <LectureRow
                key={row._id}
                courseId={courseId}
                lecture={row.lecture}
                number={row.number}
                index={index}
                count={rows.length}
                handle={handleOf(row._id, index)}
                dragged={dragged}
                shift={shift}
                onMove={(to, by) => {
                  pressed.current = { id: row._id, by }
                  move(index, to)
                }}
                renaming={renaming === row._id}
                onRename={(begins) => setRenaming(begins ? row._id : null)}
                onTitle={(title) => editor.renameLecture(row.lecture, title)}
                onRemove={() => {
                  setRemoving(row.lecture)
                  setDialog(true)
                }}
                hasVideo={row.lecture.videoUrl !== '' || videos.known.has(row._id)}
                video={
                  <VideoState status={videos.known.get(row._id)} title={row.lecture.lectureTitle} videos={videos} />
                }
                section={row.section}
                sections={sections}
                onMoveInto={(sectionId) => announce(row._id, editor.moveInto(row._id, sectionId))}
                onStartSection={() => void startSection(row._id)}
              />
            )
          })}
        </ol>
      </Card>
      <NoStreamsNote makesStreams={videos.makesStreams} />
      <div ref={add} className="mt-4 flex">
        <AddSection editor={editor} />
      </div>
      {status}
      {removing && (
        <RemoveLectureDialog
          lecture={removing}
          open={dialog}
          onOpenChange={setDialog}
          onRemoved={() => {
            setDialog(false)
            editor.drop(removing._id)
            add.current?.querySelector('button')?.focus()
          }}
        />
      )}
    </>
  )
}
