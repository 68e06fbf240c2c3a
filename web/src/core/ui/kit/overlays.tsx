import oopsLink from '#art/oops-link.svg'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog, Sheet } from '../overlay/dialog.tsx'
import { Field } from '../form/field.tsx'
import { IconButton } from '../icon-button.tsx'
import { calendar, edit, more, signOut, trash, user } from '../icons.ts'
import css from './page.module.css'
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuLine, MenuLink } from '../overlay/menu.tsx'
import { OptionGroup } from '../form/option.tsx'
import { Popover } from '../overlay/popover.tsx'
import { TextInput } from '../form/text-input.tsx'
import { showToast } from '../overlay/toast-store.ts'

const scopes = [
  { value: 'this', label: 'This event' },
  { value: 'following', label: 'This and following' },
  { value: 'all', label: 'All events' },
]

type Overlay = 'record' | 'recurring' | 'blocking' | 'unlink' | 'form' | 'sheet'

export function KitOverlays() {
  const [open, setOpen] = useState<Overlay>()
  const close = () => setOpen(undefined)
  const opener = (overlay: Overlay, label: ReactNode) => (
    <Button kind="line" onClick={() => setOpen(overlay)}>
      {label}
    </Button>
  )
  return (
    <>
      <h2>Dialogs, menus, toasts</h2>
      <div className={css.row}>
        {opener('record', 'Consent')}
        {opener('recurring', 'Options')}
        {opener('blocking', 'Blocking')}
        {opener('unlink', 'Danger')}
        {opener('form', 'Form, a sheet on phones')}
        {opener('sheet', 'Sheet')}
        <Button kind="line" onClick={() => showToast({ text: 'Bookmark saved', action: { label: 'Undo', onAct: () => {} } })}>
          Toast
        </Button>
        <KitMenu />
        <Popover trigger={<Button kind="line">Filter</Button>} title="Filter" closeLabel="Close" align="center">
          <Field label="Name">
            <TextInput />
          </Field>
        </Popover>
      </div>
      <Dialog
        open={open === 'record'}
        onClose={close}
        title="May we record this call?"
        text="A recording gives you both a summary to read later. You can say no, and the call works just the same."
        actions={
          <>
            <Button kind="line" onClick={close}>
              No
            </Button>
            <Button kind="line" onClick={close}>
              Yes
            </Button>
          </>
        }
      />
      <Recurring open={open === 'recurring'} onClose={close} />
      <Dialog
        open={open === 'blocking'}
        onClose={close}
        blocking
        drawing={oopsLink}
        title="Mentor unavailable"
        text="This mentor has just joined another pair. We will bring you fresh matches."
        actions={
          <Button kind="primary" onClick={close}>
            Refresh now
          </Button>
        }
      />
      <Dialog
        open={open === 'unlink'}
        onClose={close}
        title="Unlink Google calendar?"
        text="Your Saathi events stay here. They will no longer appear in your Google calendar."
        actions={
          <>
            <Button kind="quiet" onClick={close}>
              Keep it
            </Button>
            <Button kind="danger" onClick={close}>
              Unlink
            </Button>
          </>
        }
      />
      <Dialog
        open={open === 'form'}
        onClose={close}
        sheet
        size="md"
        title="New event"
        closeLabel="Close"
        actions={
          <Button kind="primary" onClick={close}>
            Save event
          </Button>
        }
      >
        <Field label="Title">
          <TextInput />
        </Field>
        <div className={css.row}>
          <KitMenu />
        </div>
      </Dialog>
      <Sheet open={open === 'sheet'} onClose={close} title="More" closeLabel="Close">
        <Button>Full screen</Button>
        <Button>Devices</Button>
      </Sheet>
    </>
  )
}

function Recurring({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [scope, setScope] = useState('this')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit recurring event"
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" onClick={onClose}>
            Save
          </Button>
        </>
      }
    >
      <OptionGroup legend="Which events" legendHidden options={scopes} value={scope} onChoose={setScope} />
    </Dialog>
  )
}

function KitMenu() {
  const [language, setLanguage] = useState('en')
  return (
    <Menu trigger={<IconButton icon={more} label="More" kind="filled" />}>
      <MenuLink icon={user} href="#main" current>
        Profile
      </MenuLink>
      <MenuItem icon={calendar} onSelect={() => {}}>
        Calendar
      </MenuItem>
      <MenuItem icon={edit} disabled onSelect={() => {}}>
        Edit
      </MenuItem>
      <MenuLine />
      <MenuChoices label="Language" value={language} onChoose={setLanguage}>
        <MenuChoice value="en">English</MenuChoice>
        <MenuChoice value="hi" lang="hi">
          हिन्दी
        </MenuChoice>
      </MenuChoices>
      <MenuLine />
      <MenuItem icon={trash} danger onSelect={() => {}}>
        Delete
      </MenuItem>
      <MenuItem icon={signOut} onSelect={() => {}}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
