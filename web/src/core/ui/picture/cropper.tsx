import { useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { dragCrop, MAX_ZOOM, zoomCrop, type ChangeCrop, type Crop } from './crop.ts'
import { useCropGestures } from './crop-gestures.ts'
import { IconButton } from '../icon-button.tsx'
import { down, left, right, up } from '../icons.ts'
import css from './cropper.module.css'
import { drawSquare } from './file.ts'

export type PictureCropperProps = {
  picture: ImageBitmap
  crop: Crop
  onCrop: ChangeCrop
  /** Label with instructions, for screen readers. */
  label: string
  /** The visible instructions. */
  help: string
  zoomLabel: string
  moveLabels: Readonly<Record<'left' | 'right' | 'up' | 'down', string>>
  previewLabel: string
}

const STEP = 0.1
const directions = [
  { name: 'left', icon: left, toRight: -STEP, toBottom: 0 },
  { name: 'up', icon: up, toRight: 0, toBottom: -STEP },
  { name: 'down', icon: down, toRight: 0, toBottom: STEP },
  { name: 'right', icon: right, toRight: STEP, toBottom: 0 },
] as const

/** Crops a square from a picture by gestures, keyboard or buttons. */
export function PictureCropper(props: PictureCropperProps) {
  const { picture, crop, onCrop, label, help, zoomLabel, moveLabels, previewLabel } = props
  const stage = useRef<HTMLDivElement>(null)
  const zoomId = useId()
  const helpId = useId()
  const drag = (toRight: number, toBottom: number) => onCrop((now) => dragCrop(now, picture, toRight, toBottom))
  const gestures = useCropGestures(stage, {
    onDrag: drag,
    onZoom: (factor) => onCrop((now) => zoomCrop(now, picture, now.zoom * factor)),
  })
  return (
    <div className={css.cropper}>
      <div
        {...gestures}
        ref={stage}
        className={css.stage}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
        tabIndex={0}
        aria-label={label}
        aria-describedby={helpId}
      >
        <Square picture={picture} crop={crop} pixels={640} />
        <span className={css.mask} aria-hidden="true" />
      </div>
      <p className={css.help} id={helpId}>
        {help}
      </p>
      <div className={css.zoom}>
        <label htmlFor={zoomId}>{zoomLabel}</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          onChange={(event) => onCrop((now) => zoomCrop(now, picture, Number(event.target.value)))}
        />
      </div>
      <div className={css.foot}>
        <div className={css.moves}>
          {directions.map(({ name, icon, toRight, toBottom }) => (
            <IconButton key={name} icon={icon} kind="filled" label={moveLabels[name]} onClick={() => drag(toRight, toBottom)} />
          ))}
        </div>
        <div className={css.preview} role="img" aria-label={previewLabel}>
          <Square picture={picture} crop={crop} pixels={112} round />
        </div>
      </div>
    </div>
  )
}

function Square({ picture, crop, pixels, round }: { picture: ImageBitmap; crop: Crop; pixels: number; round?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop)
  }, [picture, crop])
  return (
    <canvas
      ref={canvas}
      width={pixels}
      height={pixels}
      className={classNames(css.square, round && css.round)}
      aria-hidden="true"
    />
  )
}
