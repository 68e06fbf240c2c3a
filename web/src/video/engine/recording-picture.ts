import type { Tile } from './call-snapshot.ts'
import { RECORDING_SIZE, fitInto, areasOf, type Area } from './recording-layout.ts'

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
      const made = document.createElement('video')
      made.muted = true
      made.playsInline = true
      made.srcObject = stream
      void made.play().catch(() => {})
      known.set(stream, made)
      return made
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
