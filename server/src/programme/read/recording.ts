/** File endings of recordings that phones play. */
export type RecordingEnding = 'mp3' | 'm4a' | 'weba' | 'mp4' | 'webm'

/** Decides by content, down to the codecs: an MP4 in a codec that most phones cannot play is no recording. */
export function recordingEnding(bytes: Buffer): RecordingEnding | null {
  if (isMp3(bytes)) return 'mp3'
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return endingOfMp4(bytes)
  return isWebm(bytes) ? endingOfWebm(bytes) : null
}

const MP3_LAYER = 1
const firstRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const laterRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const samples = [44_100, 48_000, 32_000]

/** Two frames in a row: two bytes alone also occur in other files. */
function isMp3(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 3) === 'ID3' && bytes.length >= 10 ? 10 + readSyncSafe(bytes, 6) : 0
  const length = frameLength(bytes, start)
  return length !== null && frameLength(bytes, start + length) !== null
}

/** A size in which the highest bit of each byte is unused. */
const readSyncSafe = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * 128 + (byte & 0x7f), 0)

function frameLength(bytes: Buffer, at: number): number | null {
  const [sync, kind, rate] = [bytes[at], bytes[at + 1], bytes[at + 2]]
  if (sync !== 0xff || kind === undefined || rate === undefined || (kind & 0xe0) !== 0xe0) return null
  const [version, layer] = [(kind >> 3) & 3, (kind >> 1) & 3]
  const kilobits = (version === 3 ? firstRates : laterRates)[rate >> 4]
  const base = samples[(rate >> 2) & 3]
  if (layer !== MP3_LAYER || version === 1 || !kilobits || base === undefined) return null
  const perSecond = version === 3 ? base : version === 2 ? base / 2 : base / 4
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kilobits) / perSecond) + ((rate >> 1) & 1)
}

/** H.264, VP9 and AV1 with AAC or Opus. Many phones record HEVC, which many others cannot play. */
const pictureCodecs: readonly string[] = ['avc1', 'avc3', 'vp09', 'av01']
const soundCodecs: readonly string[] = ['mp4a', 'Opus']
const MAX_BOXES = 2_000

type Box = { type: string; content: Buffer }

/** The boxes of one level; null if they do not fill it exactly, as in a truncated file. */
function readBoxes(bytes: Buffer): Box[] | null {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < 8 || boxes.length === MAX_BOXES) return null
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    if (bytes.length - at < head) return null
    const size = short === 0 ? bytes.length - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < head || size > bytes.length - at) return null
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + head, at + size) })
    at += size
  }
  return boxes
}

/** The content of the first box at this path. */
function findBox(bytes: Buffer, path: readonly string[]): Buffer | null {
  const [type, ...rest] = path
  const found = readBoxes(bytes)?.find((box) => box.type === type)?.content ?? null
  return found === null || rest.length === 0 ? found : findBox(found, rest)
}

function endingOfMp4(bytes: Buffer): 'm4a' | 'mp4' | null {
  const movie = findBox(bytes, ['moov'])
  const tracks = movie && readBoxes(movie)?.filter(({ type }) => type === 'trak')
  const read = tracks?.flatMap(({ content }) => {
    const handler = findBox(content, ['mdia', 'hdlr'])?.toString('latin1', 8, 12)
    const codec = findBox(content, ['mdia', 'minf', 'stbl', 'stsd'])?.toString('latin1', 12, 16) ?? ''
    if (handler === 'vide') return { isVideo: true, isPlayable: pictureCodecs.includes(codec) }
    return handler === 'soun' ? { isVideo: false, isPlayable: soundCodecs.includes(codec) } : []
  })
  if (!read || read.length === 0 || read.some(({ isPlayable }) => !isPlayable)) return null
  return read.some(({ isVideo }) => isVideo) ? 'mp4' : 'm4a'
}

/** Tracks are described at the beginning. */
const WEBM_HEAD = 64 * 1024

/** The type of the document, in front of it its length. */
const isWebm = (bytes: Buffer): boolean =>
  bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a45dfa3 && /\u0042\u0082[^]{1,8}webm/.test(bytes.toString('latin1', 0, 64))

function endingOfWebm(bytes: Buffer): 'weba' | 'webm' | null {
  const head = bytes.toString('latin1', 0, WEBM_HEAD)
  if (/V_(VP8|VP9|AV1)/.test(head)) return 'webm'
  return /A_(OPUS|VORBIS)/.test(head) ? 'weba' : null
}
