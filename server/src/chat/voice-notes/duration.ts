/** How long a recording lasts in milliseconds; null if it is not one stream of Opus speech, or is broken. */
export function durationOf(type: string, bytes: Uint8Array): number | null {
  return type === 'audio/ogg' ? durationOfOgg(bytes) : durationOfWebm(bytes)
}

const id = {
  segment: 0x18538067,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
}
/** Elements with children, which are read like all others. Their sizes are ignored: browsers do not know them while recording. */
const parents = new Set([id.segment, id.info, id.tracks, id.track, id.cluster, id.blockGroup])
const AUDIO_TRACK = 2
const NANOSECONDS = 1_000_000

type Encoded = { value: number; length: number }

/** A number with its length in its first bits. An id keeps the bits. */
function readNumber(bytes: Uint8Array, at: number, isId: boolean): Encoded | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length || (isId && length > 4)) return null
  let value = isId ? first : first & (0xff >> length)
  for (let offset = 1; offset < length; offset += 1) value = value * 256 + (bytes[at + offset] ?? 0)
  return { value, length }
}

function unsigned(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = value * 256 + byte
  return value
}

function durationOfWebm(bytes: Uint8Array): number | null {
  let [scale, cluster, last] = [NANOSECONDS, 0, -1]
  let [types, codecs] = [0, 0]
  for (let at = 0; at < bytes.length;) {
    const element = readNumber(bytes, at, true)
    const size = element && readNumber(bytes, at + element.length, false)
    if (!element || !size) return null
    const start = at + element.length + size.length
    if (parents.has(element.value)) {
      at = start
      continue
    }
    const content = bytes.subarray(start, start + size.value)
    if (content.length < size.value) return null
    at = start + size.value
    switch (element.value) {
      case id.timecodeScale:
        scale = unsigned(content)
        break
      case id.trackType:
        if (unsigned(content) !== AUDIO_TRACK) return null
        types += 1
        break
      case id.codec:
        if (Buffer.from(content).toString('latin1').replaceAll('\0', '') !== 'A_OPUS') return null
        codecs += 1
        break
      case id.timecode:
        cluster = unsigned(content)
        break
      case id.simpleBlock:
      case id.block: {
        const track = readNumber(content, 0, false)
        if (!track || content.length < track.length + 3) return null
        last = Math.max(last, cluster + Buffer.from(content).readInt16BE(track.length))
      }
    }
  }
  if (types !== 1 || codecs !== 1 || last < 0) return null
  return Math.round((last * scale) / NANOSECONDS)
}

const OPUS_RATE = 48
const PAGE_HEAD = 27

function durationOfOgg(bytes: Uint8Array): number | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [serial, preSkip, last] = [-1, -1, 0]
  for (let at = 0; at < data.length;) {
    if (data.length - at < PAGE_HEAD || data.toString('latin1', at, at + 4) !== 'OggS') return null
    const own = data.readUInt32LE(at + 14)
    if (serial !== -1 && own !== serial) return null
    serial = own
    const segments = data[at + 26] ?? 0
    const start = at + PAGE_HEAD + segments
    const length = data.subarray(at + PAGE_HEAD, start).reduce((sum, segment) => sum + segment, 0)
    if (start + length > data.length) return null
    if (preSkip < 0) {
      if (data.toString('latin1', start, start + 8) !== 'OpusHead' || length < 12) return null
      preSkip = data.readUInt16LE(start + 10)
    }
    const position = data.readBigInt64LE(at + 6)
    if (position > 0n) last = Math.max(last, Number(position))
    at = start + length
  }
  return last <= preSkip ? null : Math.round((last - preSkip) / OPUS_RATE)
}
