import type { Tile } from './call-snapshot.ts'

export type RecordedPerson = Pick<Tile, 'name' | 'camera' | 'screen'>

export const FRAMES_PER_SECOND = 10
const GAP = 2
const NAME_HEIGHT = 20
/** A recording has no theme: it is always dark. */
const colours = { stage: '#121210', place: '#26241f', name: '#f7f3ea', shade: 'rgb(0 0 0 / 0.55)', sign: '#d93a2b' }

export type Picture = { stream: MediaStream; draw: (people: readonly RecordedPerson[]) => void; close: () => void }

function players() {
  const known = new Map<MediaStream, HTMLVideoElement>()
  return {
    of(stream: MediaStream): HTMLVideoElement {
      const old = known.get(stream)
      if (old) return old
      const element = document.createElement('video')
      element.muted = true
      element.playsInline = true
      element.srcObject = stream
      void element.play().catch(() => {})
      known.set(stream, element)
      return element
    },
    keepOnly(streams: ReadonlySet<MediaStream>): void {
      for (const [stream, player] of known) {
        if (streams.has(stream)) continue
        player.srcObject = null
        known.delete(stream)
      }
    },
  }
}

/** Draws all participants into one picture for the recording. */
export function openPicture(): Picture {
  const canvas = Object.assign(document.createElement('canvas'), RECORDING_SIZE)
  const context = canvas.getContext('2d', { alpha: false })
  const videos = players()

  function drawStream(stream: MediaStream, place: Area): void {
    const video = videos.of(stream)
    const { x, y, width, height } = fitInto(place, video.videoWidth, video.videoHeight)
    if (width > 0) context?.drawImage(video, x, y, width, height)
  }

  function drawPerson({ name, camera }: RecordedPerson, { x, y, width, height }: Area): void {
    if (!context) return
    const inside = { x: x + GAP, y: y + GAP, width: width - 2 * GAP, height: height - 2 * GAP }
    context.fillStyle = colours.place
    context.fillRect(inside.x, inside.y, inside.width, inside.height)
    if (camera) drawStream(camera, inside)
    context.fillStyle = colours.shade
    context.fillRect(inside.x, inside.y + inside.height - NAME_HEIGHT, inside.width, NAME_HEIGHT)
    context.fillStyle = colours.name
    context.fillText(name, inside.x + 6, inside.y + inside.height - NAME_HEIGHT / 2, inside.width - 12)
  }

  function draw(people: readonly RecordedPerson[]): void {
    if (!context) return
    const streams = people.flatMap(({ camera, screen }) => [camera, screen]).filter((stream) => stream !== null)
    videos.keepOnly(new Set(streams))
    context.font = '13px system-ui, sans-serif'
    context.textBaseline = 'middle'
    context.fillStyle = colours.stage
    context.fillRect(0, 0, RECORDING_SIZE.width, RECORDING_SIZE.height)
    const shown = people.find(({ screen }) => screen !== null)?.screen ?? null
    const places = areasOf(people.length, shown !== null)
    if (shown && places.screen) drawStream(shown, places.screen)
    people.forEach((person, index) => {
      const place = places.people[index]
      if (place) drawPerson(person, place)
    })
    context.fillStyle = colours.sign
    context.beginPath()
    context.arc(RECORDING_SIZE.width - 14, 14, 6, 0, 2 * Math.PI)
    context.fill()
  }

  return {
    stream: canvas.captureStream(FRAMES_PER_SECOND),
    draw,
    close: () => videos.keepOnly(new Set()),
  }
}

export const RECORDING_SIZE = { width: 640, height: 360 }

type Area = { x: number; y: number; width: number; height: number }

function grid(count: number, within: Area): Area[] {
  const columns = Math.ceil(Math.sqrt(count))
  const rows = Math.ceil(count / columns)
  const [width, height] = [within.width / columns, within.height / rows]
  return Array.from({ length: count }, (_, index) => ({
    x: within.x + (index % columns) * width,
    y: within.y + Math.floor(index / columns) * height,
    width,
    height,
  }))
}

/** A shared screen takes three quarters of the width, people the column next to it. */
export function areasOf(people: number, hasScreen: boolean): { screen: Area | null; people: Area[] } {
  const whole = { x: 0, y: 0, ...RECORDING_SIZE }
  if (!hasScreen) return { screen: null, people: grid(people, whole) }
  const width = (RECORDING_SIZE.width * 3) / 4
  const column = { width: RECORDING_SIZE.width - width, height: RECORDING_SIZE.height / Math.max(3, people) }
  return {
    screen: { x: 0, y: 0, width, height: RECORDING_SIZE.height },
    people: Array.from({ length: people }, (_, index) => ({ x: width, y: index * column.height, ...column })),
  }
}

/** The largest size at which the whole picture fits. */
export function fitInto(place: Area, width: number, height: number): Area {
  if (width === 0 || height === 0) return { ...place, width: 0, height: 0 }
  const scale = Math.min(place.width / width, place.height / height)
  const size = { width: width * scale, height: height * scale }
  return { x: place.x + (place.width - size.width) / 2, y: place.y + (place.height - size.height) / 2, ...size }
}
