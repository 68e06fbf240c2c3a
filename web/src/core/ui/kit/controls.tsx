import { useState, type ReactNode } from 'react'
import { Button, ButtonLink, type ButtonKind } from '../button.tsx'
import { Card } from '../card.tsx'
import { Chip } from '../chip.tsx'
import { classNames } from '../class-names.ts'
import { Count } from '../count.tsx'
import { Field } from '../form/field.tsx'
import { OptionGroup } from '../form/option.tsx'
import { PasswordInput } from '../form/password-input.tsx'
import segmentsCss from '../form/segments.module.css'
import { Select } from '../form/select.tsx'
import { TextArea, TextInput } from '../form/text-input.tsx'
import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icon.tsx'
import * as further from '../further-icons.ts'
import * as icons from '../icons.ts'
import type { IconShape } from '../icons.ts'
import { Note } from '../note.tsx'
import css from './page.module.css'

const kinds: ButtonKind[] = ['primary', 'accent', 'line', 'soft', 'quiet', 'danger']
const moods = [
  { value: 'often', label: 'I speak up in most groups' },
  { value: 'some', label: 'I speak up when I am asked' },
  { value: 'rare', label: 'I would rather listen' },
  { value: 'none', label: 'Not asked this week', disabled: true },
]

export function KitControls() {
  return (
    <>
      <h2>Buttons, chips, counts</h2>
      <div className={css.grid}>
        <Card className={`${css.wide} ${css.stack}`}>
          <div className={css.row}>
            {kinds.map((kind) => (
              <Button key={kind} kind={kind}>
                {kind}
              </Button>
            ))}
          </div>
          <div className={css.row}>
            <Button kind="primary" size="sm">
              Small
            </Button>
            <Button kind="primary">Middle</Button>
            <Button kind="primary" size="lg">
              Large
            </Button>
            <Button kind="line" size="lg">
              <Icon of={icons.google} /> Sign in with Google
            </Button>
          </div>
          <Busy />
        </Card>
        <Card className={`${css.wide} ${css.stack}`}>
          <div className={css.row}>
            <Chip>Communication</Chip>
            <Chip tone="primary">Member</Chip>
            <Chip tone="ok" icon={icons.check}>
              completed
            </Chip>
            <Chip tone="warn" icon={icons.clock}>
              2 days left
            </Chip>
            <Chip tone="bad" icon={icons.clock}>
              1 hour left
            </Chip>
            <Chip tone="info">AI</Chip>
            <Chip tone="warm">Partner</Chip>
          </div>
          <div className={css.row}>
            <Count value={4} label="4 unread messages" />
            <Count value={140} label="140 unread messages" />
            <Count value="@" kind="mention" label="You were mentioned" />
            <IconButton icon={icons.search} label="Search" />
            <IconButton icon={icons.bookmark} label="Bookmark" kind="filled" pressed={false} />
            <IconButton icon={further.send} label="Send" kind="primary" />
            <IconButton icon={icons.forward} label="Next" disabled reasonId="kit-next" />
            <span className={css.muted} id="kit-next">
              Please choose an answer
            </span>
          </div>
          <div className={css.icons}>
            {Object.entries({ ...icons, ...further }).map(([name, shape]) => (
              <Icon key={name} of={shape} size={24} label={name} />
            ))}
          </div>
        </Card>
      </div>
      <h2>Forms</h2>
      <div className={css.grid}>
        <Fields />
        <Choices />
      </div>
    </>
  )
}

function Busy() {
  const [busy, setBusy] = useState(false)
  return (
    <div className={css.row}>
      <Button kind="soft" busy={busy} busyLabel="Processing..." onClick={() => setBusy(true)}>
        Submit
      </Button>
      <Button kind="quiet" onClick={() => setBusy(false)}>
        Set free
      </Button>
      <ButtonLink kind="line" href="#main">
        A link
      </ButtonLink>
    </div>
  )
}

function Fields() {
  return (
    <Card className={`${css.wide} ${css.stack}`}>
      <Field label="E-mail" help="We send a code to this address.">
        <TextInput type="email" autoComplete="username" placeholder="name@college.edu.in" />
      </Field>
      <Field label="Password" aside={<a href="#main">Forgot password?</a>}>
        <PasswordInput
          autoComplete="current-password"
          defaultValue="saathi"
          showLabel="Show password"
          hideLabel="Hide password"
        />
      </Field>
      <Field label="Search" labelHidden>
        <TextInput type="search" icon={icons.search} placeholder="Search sessions" />
      </Field>
      <Field label="City" error="Choose a city">
        <Select defaultValue="">
          <option value="">Choose</option>
          <option value="pune">Pune</option>
        </Select>
      </Field>
      <Field label="Read only">
        <TextInput defaultValue="asha@saathi.example" disabled />
      </Field>
      <Field label="What will you try first?">
        <TextArea rows={2} />
      </Field>
      <div className={css.row}>
        <Select kind="quiet" icon={icons.language} aria-label="Language" defaultValue="en">
          <option value="en">English</option>
          <option value="hi" lang="hi">
            हिन्दी
          </option>
        </Select>
      </div>
    </Card>
  )
}

function Choices() {
  const [mood, setMood] = useState('often')
  const [view, setView] = useState<'month' | 'week'>('month')
  return (
    <Card className={`${css.wide} ${css.stack}`}>
      <OptionGroup legend="How easy is it to speak in a group?" options={moods} value={mood} onChoose={setMood} numberKeys />
      <Segments
        label="View"
        segments={[
          { value: 'month', label: 'Month', icon: icons.calendar },
          { value: 'week', label: 'Week', icon: icons.grid },
        ]}
        value={view}
        onChange={setView}
      />
      <Note>Your mentor sees your answers.</Note>
      <Note tone="ok">Your profile is saved.</Note>
      <Note tone="warn">One day is left for this survey.</Note>
      <Note tone="tips" title="Tip">
        Begin with the easiest question.
      </Note>
    </Card>
  )
}

type Segment<Value extends string> = { value: Value; label: ReactNode; icon?: IconShape | undefined }

type SegmentsProps<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, segments, value, onChange, className } = props
  return (
    <div className={classNames(segmentsCss.segments, className)} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button key={segment.value} type="button" aria-pressed={segment.value === value} onClick={() => onChange(segment.value)}>
          {segment.icon && <Icon of={segment.icon} />}
          {segment.label}
        </button>
      ))}
    </div>
  )
}
