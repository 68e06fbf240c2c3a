import type { PeerLink, Senders } from './peer.ts'
import { isGood, nextLevel, type QualitySample, SOUND_BITS, stepOf } from './quality.ts'
import { entriesOf, sampleOf } from './stats.ts'

/** For this long the estimate of a new connection, or after a step up, is not reliable. */
const SETTLES_AFTER_MS = 6_000
const SCREEN_FRAMES = 8
/** While sharing a screen the camera uses the lowest level. */
const CAMERA_LEVEL_WHILE_SHARING = 1
const SCREEN_HEIGHTS = [0, 360, 540, 720, 900]

type Sending = { ceiling: number; isSharing: boolean }

export type SenderQuality = {
  level: () => number
  /** Measures the connection and adapts the encoders. */
  measure: (sending: Sending, now: number) => Promise<void>
}

/** Scales on the encoder, so that the camera keeps its size and other peers can get more. */
export const scaleOf = (track: MediaStreamTrack | null, height: number): number =>
  Math.max(1, (track?.getSettings().height ?? height) / Math.max(1, height))

type Encoding = Pick<RTCRtpEncodingParameters, 'active' | 'maxBitrate' | 'maxFramerate' | 'scaleResolutionDownBy' | 'priority'>

async function setEncoding(sender: RTCRtpSender, encoding: RTCRtpEncodingParameters): Promise<void> {
  const parameters = sender.getParameters()
  const [first = {}] = parameters.encodings ?? []
  await sender.setParameters({ ...parameters, encodings: [{ ...first, ...encoding }] })
}

const soundEncoding: RTCRtpEncodingParameters = {
  active: true,
  maxBitrate: SOUND_BITS,
  priority: 'high',
  networkPriority: 'high',
}

function pictureEncodings(senders: Senders, level: number, isSharing: boolean): { camera: Encoding; screen: Encoding } {
  const cameraLevel = isSharing ? Math.min(level, CAMERA_LEVEL_WHILE_SHARING) : level
  const step = stepOf(cameraLevel)
  return {
    camera:
      cameraLevel === 0
        ? { active: false }
        : {
            active: true,
            maxBitrate: step.bits,
            maxFramerate: step.framesPerSecond,
            scaleResolutionDownBy: scaleOf(senders.camera.track, step.height),
          },
    screen:
      level === 0
        ? { active: false }
        : {
            active: true,
            maxBitrate: stepOf(level).bits,
            maxFramerate: SCREEN_FRAMES,
            scaleResolutionDownBy: scaleOf(senders.screen.track, SCREEN_HEIGHTS[level] ?? 0),
          },
  }
}

export function senderQuality(
  link: Pick<PeerLink, 'connection' | 'senders' | 'stats'>,
  startLevel: number,
  startedAt: number,
): SenderQuality {
  let level = startLevel
  let goodSince = startedAt
  let settlesAt = startedAt + SETTLES_AFTER_MS
  let applied = ''
  let prepared: RTCRtpSender | null = null

  async function apply(isSharing: boolean): Promise<void> {
    const senders = link.senders()
    if (!senders) return
    if (prepared !== senders.microphone) {
      applied = ''
      await setEncoding(senders.microphone, soundEncoding)
      prepared = senders.microphone
    }
    const encodings = pictureEncodings(senders, level, isSharing)
    const asText = JSON.stringify(encodings)
    if (asText === applied) return
    await setEncoding(senders.camera, encodings.camera)
    await setEncoding(senders.screen, encodings.screen)
    applied = asText
  }

  /** Without video the browser has no reason to probe the bandwidth. */
  function trusted(sample: QualitySample, now: number): QualitySample {
    const senders = link.senders()
    const hasPicture = Boolean(senders?.camera.track ?? senders?.screen.track)
    return hasPicture && now >= settlesAt ? sample : { ...sample, availableBits: null }
  }

  return {
    level: () => level,
    measure: async ({ ceiling, isSharing }, now) => {
      if (link.connection() === 'open') {
        const sample = trusted(sampleOf(entriesOf(await link.stats())), now)
        if (!isGood(sample)) goodSince = now
        const next = nextLevel(level, sample, ceiling, now - goodSince)
        if (next !== level) goodSince = now
        if (next > level) settlesAt = now + SETTLES_AFTER_MS
        level = next
      } else level = Math.min(level, ceiling)
      await apply(isSharing)
    },
  }
}
