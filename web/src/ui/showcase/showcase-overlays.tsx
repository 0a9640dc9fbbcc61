import { Bell, Gauge, Heart, LogOut, UserRound, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Blocker, useLocation } from 'react-router'
import { Avatar } from '../avatar.tsx'
import { Button, IconButton, iconButtonClass } from '../button.tsx'
import { ChangedElsewhere } from '../form/changed-elsewhere.tsx'
import { ReasonFields } from '../form/reason-fields.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { AlertDialog, Dialog, LeaveDialog } from '../overlays/dialog.tsx'
import { FormDialog } from '../overlays/form-dialog.tsx'
import { Menu } from '../overlays/menu.tsx'
import { Popover } from '../overlays/popover.tsx'
import { closesSheet, opensSheet, Sheet } from '../overlays/sheet.tsx'
import { toast } from '../overlays/toast.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-section.tsx'

type Shown = 'elsewhere' | 'dialog' | 'form' | 'alert' | 'leave' | null

const elsewhereFields = [
  { name: 'title', label: 'Title', mine: 'Knots and bends', theirs: 'Knots for sailors' },
  { name: 'subTitle', label: 'Subtitle', mine: '', theirs: 'From the first loop to the splice' },
]

export function ShowcaseOverlays() {
  const [shown, setShown] = useState<Shown>(null)
  const [report, setReport] = useState({ reason: '', text: '' })
  const follow = (name: Shown) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => setShown(open ? name : null),
  })
  const formRef = useRef<HTMLFormElement>(null)
  const location = useLocation()
  const hide = () => setShown(null)
  const blocker: Blocker =
    shown === 'leave'
      ? { state: 'blocked', proceed: hide, reset: hide, location }
      : { state: 'unblocked', proceed: undefined, reset: undefined, location: undefined }
  return (
    <ShowcaseSection title="Overlays" text="Focus returns to the control that opened them.">
      <ShowcaseRow name="Menu, popover, tooltip">
        <Menu
          label="Account menu"
          triggerClass="rounded-full"
          header={
            <>
              <p className="font-semibold">Asha Rao</p>
              <p className="truncate text-sm text-muted">asha@example.com</p>
            </>
          }
          entries={[
            { label: 'My Profile', to: '/dev/ui', icon: <UserRound aria-hidden="true" /> },
            { label: 'Wishlist', to: '/dev/ui', icon: <Heart aria-hidden="true" /> },
            {
              kind: 'action',
              label: 'Unavailable',
              onSelect: () => {},
              disabled: true,
              icon: <Gauge aria-hidden="true" />,
            },
            { kind: 'separator' },
            {
              kind: 'action',
              label: 'LogOut',
              onSelect: () => toast.info('Logged out'),
              danger: true,
              icon: <LogOut aria-hidden="true" />,
            },
          ]}
        >
          <Avatar name="asha rao" />
        </Menu>
        <Popover label="Notifications" trigger={<Bell aria-hidden="true" />} triggerClass={iconButtonClass()}>
          {(close) => (
            <EmptyState
              title="No notifications"
              action={
                <Button size="sm" onClick={close}>
                  Close
                </Button>
              }
            />
          )}
        </Popover>
        <Tooltip text="Half, normal or double speed">
          <IconButton label="Speed">
            <Gauge aria-hidden="true" />
          </IconButton>
        </Tooltip>
      </ShowcaseRow>
      <ShowcaseRow name="Dialogs and sheets">
        <Button variant="secondary" onClick={() => setShown('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setShown('form')}>
          Dialog with a form
        </Button>
        {shown === 'form' && (
          <FormDialog
            title="Delete this announcement?"
            text="It disappears for everyone."
            confirmLabel="Delete"
            danger
            form={{ ref: formRef, fail: () => ({ message: '', errors: {}, login: undefined }) }}
            onClose={hide}
            send={async () => ({ message: 'Deleted' })}
          >
            <ReasonFields
              form={{ values: report, errors: {}, set: (name, value) => setReport({ ...report, [name]: value }) }}
              choices={[
                { value: 'spam', label: 'Advertising' },
                { value: 'other', label: 'Something else' },
              ]}
              maxLength={500}
            />
          </FormDialog>
        )}
        <Button variant="secondary" onClick={() => setShown('alert')}>
          Alert dialog
        </Button>
        <Button variant="secondary" onClick={() => setShown('leave')}>
          Leaving unsaved
        </Button>
        <LeaveDialog blocker={blocker} />
        <Button variant="secondary" onClick={() => setShown('elsewhere')}>
          Changed elsewhere
        </Button>
        <ChangedElsewhere
          question={shown === 'elsewhere' ? { fields: elsewhereFields, answer: () => setShown(null) } : null}
          note={null}
        />
        <Button {...opensSheet('full-sheet')} variant="secondary">
          Full sheet
        </Button>
        <Button {...opensSheet('bottom-sheet')} variant="secondary">
          Bottom sheet
        </Button>
        <Dialog
          {...follow('dialog')}
          title="Rename"
          text="The new name shows at once."
          actions={<Button onClick={() => setShown(null)}>Save</Button>}
        />
        <AlertDialog
          {...follow('alert')}
          title="Remove this course?"
          text="Students who are enrolled keep access. No one else can find the course."
          confirmLabel="Remove Course"
          danger
          onConfirm={() => setShown(null)}
        />
        <Sheet id="full-sheet" label="Menu">
          <div className="shell flex items-center justify-between py-3">
            <p className="font-display text-xl font-bold">A full sheet</p>
            <IconButton {...closesSheet('full-sheet')} label="Close menu">
              <X aria-hidden="true" />
            </IconButton>
          </div>
        </Sheet>
        <Sheet id="bottom-sheet" label="Filters" side="bottom">
          <div className="shell grid gap-4 py-6">
            <p className="font-display text-xl font-bold">A bottom sheet</p>
            <div className="flex flex-wrap gap-3">
              <Menu
                label="More"
                triggerClass={iconButtonClass()}
                entries={[{ kind: 'action', label: 'Tell me', onSelect: () => toast.info('Told in the sheet') }]}
              >
                <Gauge aria-hidden="true" />
              </Menu>
              <Button {...closesSheet('bottom-sheet')}>Done</Button>
            </div>
          </div>
        </Sheet>
      </ShowcaseRow>
      <ShowcaseRow name="Toasts">
        <Button variant="secondary" onClick={() => toast.success('Course created')}>
          Success
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.error('The connection was lost. Your changes are still here.')}
        >
          Error
        </Button>
        <Button variant="secondary" onClick={() => toast.info('Listening...')}>
          Info
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            for (const number of [1, 2, 3, 4, 5, 6]) toast.info(`Message ${number}`)
          }}
        >
          Six messages
        </Button>
      </ShowcaseRow>
    </ShowcaseSection>
  )
}
