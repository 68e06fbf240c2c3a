import {
  useId,
  useLayoutEffect,
  useRef,
  useEffect,
  useEffectEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { down, left, right, up } from '../icons.ts'
import { dragCrop, MAX_ZOOM, zoomCrop, type ChangeCrop, type Crop } from './crop.ts'
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

type Spot = { x: number; y: number }
type Gestures = {
  /** As fractions of the square, right and down. */
  onDrag: (right: number, down: number) => void
  /** Zoom factor relative to before. */
  onZoom: (factor: number) => void
}

const KEY_STEP = 0.05
const ZOOM_STEP = 1.15

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}
const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})
const spreadOf = ([a, b]: readonly Spot[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** One finger or the mouse drags, two fingers pinch, the wheel zooms, and the keyboard does both. */
function useCropGestures(stage: RefObject<HTMLElement | null>, { onDrag, onZoom }: Gestures) {
  const fingers = useRef(new Map<number, Spot>())

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    onZoom(Math.exp(-event.deltaY / 400))
  })
  // React's wheel handler is passive and could not stop the page from scrolling.
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => handleWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [stage])

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    const isMouse = event.pointerType === 'mouse'
    if (isMouse && event.button !== 0) return
    // Touch pointers are captured automatically.
    if (isMouse) event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const after = [...fingers.current.values()]
    const { width } = event.currentTarget.getBoundingClientRect()
    const [from, to] = [middleOf(before), middleOf(after)]
    onDrag((to.x - from.x) / width, (to.y - from.y) / width)
    const spread = spreadOf(before)
    if (spread > 0) onZoom(spreadOf(after) / spread)
  }

  const handlePointerEnd = (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId)

  function handleKeyDown(event: KeyboardEvent) {
    const arrow = arrows[event.key]
    const zoom = zooms[event.key]
    if (!arrow && zoom === undefined) return
    event.preventDefault()
    if (arrow) onDrag(...arrow)
    if (zoom !== undefined) onZoom(zoom)
  }

  return {
    onPointerDown: handlePointerDown,
    onPointerMove: handlePointerMove,
    onPointerUp: handlePointerEnd,
    onPointerCancel: handlePointerEnd,
    onKeyDown: handleKeyDown,
  }
}
