import { useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { firstCrop } from './crop.ts'
import css from './kit-page.module.css'
import { PictureCropper } from './picture-cropper.tsx'
import { Switch } from './switch.tsx'

const moveLabels = { left: 'Move left', right: 'Move right', up: 'Move up', down: 'Move down' }

export function KitPicture() {
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
