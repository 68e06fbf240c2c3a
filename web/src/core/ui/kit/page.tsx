import { type ReactNode, useState } from 'react'
import { useTheme } from '../../theme/theme.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { CodeInput } from '../form/code-input.tsx'
import { clockText, CountdownRing } from '../progress/countdown.tsx'
import { firstCrop } from '../picture/crop.ts'
import { Field } from '../form/field.tsx'
import { KitControls, Segments } from './controls.tsx'
import { KitOverlays } from './overlays.tsx'
import css from './page.module.css'
import { KitProgress } from './progress.tsx'
import { KitStates } from './states.tsx'
import { PhoneInput } from '../form/phone-input.tsx'
import { PictureCropper } from '../picture/cropper.tsx'
import { SkipLink } from '../skip-link.tsx'
import { Switch } from '../form/switch.tsx'
import { Toaster } from '../overlay/toast.tsx'

const schemes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

type KitPageProps = {
  /** Examples from the domains, which the kit may not import. */
  children?: ReactNode
}

/** Shows every kit component in every state. Development only, so its texts are not in the dictionary. */
export function KitPage({ children }: KitPageProps) {
  const { scheme, setScheme } = useTheme()
  return (
    <div lang="en">
      <SkipLink>Skip to content</SkipLink>
      <main className={css.page} id="main">
        <div className={css.top}>
          <h1>Kit</h1>
          <Segments label="Scheme" segments={schemes} value={scheme} onChange={setScheme} />
        </div>
        <KitStates />
        <KitControls />
        <KitCodes />
        <KitPicture />
        <KitProgress />
        <KitOverlays />
        {children}
      </main>
      <Toaster label="Notices" />
    </div>
  )
}

function KitCodes() {
  const [digits, setDigits] = useState('4827')
  const [code, setCode] = useState('K7P2MQ')
  const [phone, setPhone] = useState('919800000001')
  const [agrees, setAgrees] = useState(true)
  return (
    <>
      <h2>Codes and numbers</h2>
      <div className={css.grid}>
        <Card className={`${css.wide} ${css.stack}`}>
          <Field label="One-time code" help="Look in Spam or Promotions if you do not see it.">
            <CodeInput kind="digits" value={digits} onChange={setDigits} />
          </Field>
          <Field label="Code for a new password" error="This code is not right.">
            <CodeInput kind="any" value={code} onChange={setCode} />
          </Field>
          <div className={css.row}>
            <CountdownRing seconds={74} of={120} />
            <span>New code in {clockText(74)}</span>
          </div>
        </Card>
        <Card className={`${css.wide} ${css.stack}`}>
          <Field label="Phone number">
            <PhoneInput countryLabel="Country" language="en" value={phone} onChange={setPhone} />
          </Field>
          <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
            I have read this and I agree.
          </Checkbox>
        </Card>
      </div>
    </>
  )
}

const moveLabels = { left: 'Move left', right: 'Move right', up: 'Move up', down: 'Move down' }

function KitPicture() {
  return (
    <>
      <h2>Switches, picture cropper</h2>
      <div className={css.grid}>
        <Switches />
        <Card className={`${css.wide} ${css.stack}`}>
          <Picture />
        </Card>
      </div>
    </>
  )
}

function Switches() {
  const [isOn, setOn] = useState(true)
  return (
    <Card className={`${css.wide} ${css.stack}`}>
      <div className={css.row}>
        <span aria-hidden="true">By e-mail</span>
        <Switch label="By e-mail" checked={isOn} onChange={setOn} />
      </div>
      <div className={css.row}>
        <span aria-hidden="true">In Saathi</span>
        <Switch label="In Saathi" checked onChange={() => {}} fixedReasonId="kit-fixed" />
        <span className={css.muted} id="kit-fixed">
          Always on
        </span>
      </div>
    </Card>
  )
}

function Picture() {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [crop, setCrop] = useState({ x: 0, y: 0, zoom: 1 })

  async function handleOpen() {
    const drawn = await drawHills()
    setCrop(firstCrop(drawn))
    setPicture(drawn)
  }

  if (!picture) {
    return (
      <div className={css.row}>
        <Button kind="line" onClick={() => void handleOpen()}>
          Open a picture
        </Button>
      </div>
    )
  }
  return (
    <PictureCropper
      picture={picture}
      crop={crop}
      onCrop={setCrop}
      label="A picture in a square"
      help="Drag it, or use the arrow keys."
      zoomLabel="Zoom"
      moveLabels={moveLabels}
      previewLabel="How it will look"
    />
  )
}

function drawHills(): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(900, 600)
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#9bd5d0'
    context.fillRect(0, 0, 900, 600)
    context.fillStyle = '#ffb627'
    context.fillRect(400, 120, 110, 110)
    context.fillStyle = '#0a4247'
    context.fillRect(0, 420, 900, 180)
  }
  return createImageBitmap(canvas)
}
