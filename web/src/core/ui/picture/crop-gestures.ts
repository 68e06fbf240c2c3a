import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

type Spot = { x: number; y: number }
type Gestures = {
  /** As fractions of the square, right and down. */
  onDrag: (right: number, down: number) => void
  /** Zoom factor relative to before. */
  onZoom: (factor: number) => void
}

const STEP = 0.05
const ZOOM_STEP = 1.15

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}
const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
})
const spreadOf = ([a, b]: readonly Spot[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** One finger or the mouse drags, two fingers pinch, the wheel zooms, and the keyboard does both. */
export function useCropGestures(stage: RefObject<HTMLElement | null>, { onDrag, onZoom }: Gestures) {
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
