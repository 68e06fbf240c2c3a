import sharp, { type Metadata } from 'sharp'
import { rebuildGif } from './animated-gif.ts'
import type { ImageJob, ImageOutcome } from './image-encoder.ts'

// Decodes untrusted pictures, in a process that can be killed at any moment.

const MAX_PIXELS = 40_000_000
const MAX_FRAMES = 300
/** Maximum number of scans; ordinary programs write about ten. */
const MAX_SCANS = 100
/** Maximum of scans times pixels, because each scan takes time for every pixel: fifteen scans of the largest picture. */
const MAX_SCANNED_PIXELS = 15 * MAX_PIXELS
/** Larger than any of our pages shows; a camera's full size would only cost data. */
const MAX_SIDE = 2560
const THUMBNAIL_SIDE = 320
const QUALITY = 82

// The decoder supports many more formats than we accept, and detects them by content.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) })

process.on('message', (job: ImageJob) => {
  void encode(job).then((outcome) => process.send?.(outcome))
})
// The server is gone. A normal exit would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function encode({ bytes, format, becomes }: ImageJob): Promise<ImageOutcome> {
  try {
    const scans = format === 'jpeg' ? countScans(bytes, MAX_SCANS) : 1
    if (scans > MAX_SCANS) return { problem: 'unreadable' }
    const animation = becomes === 'gif' ? rebuildGif(bytes) : null
    const source = animation?.bytes ?? bytes
    const header = await sharp(source, { limitInputPixels: false }).metadata()
    const problem = checkHeader(header, format)
    if (problem) return { problem }
    if (scans * header.width * header.height > MAX_SCANNED_PIXELS) return { problem: 'unreadable' }
    const readable = format === 'heif' ? await fromHeic(source) : source
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true, sequentialRead: true } as const
    const inside = { fit: 'inside', withoutEnlargement: true } as const
    const open = () => sharp(readable, limits)
    const small = open().resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, ...inside })
    const { data: thumbnail, info: size } = await small.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true })
    if (becomes === 'small') return { bytes: thumbnail, became: 'webp', width: size.width, height: size.height, thumbnail }
    if (animation) return { ...animation, became: 'gif', thumbnail }
    const became = becomes === 'gif' ? 'png' : becomes
    const { data, info } = await open()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, ...inside })
      .toFormat(became, became === 'png' ? {} : { quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, became, width: info.width, height: info.height, thumbnail }
  } catch {
    return { problem: 'unreadable' }
  }
}

/** Only the header has been read so far: pictures that are too large are never decoded. */
function checkHeader(header: Metadata, format: ImageJob['format']): ImageOutcome['problem'] {
  if (header.format !== format) return 'unreadable'
  if (header.width * (header.pageHeight ?? header.height) > MAX_PIXELS) return 'too_many_pixels'
  return (header.pages ?? 1) > MAX_FRAMES ? 'too_many_pixels' : undefined
}

async function fromHeic(bytes: Uint8Array): Promise<Buffer> {
  // Loaded only when needed: this decoder is larger than all the rest.
  const { default: convert } = await import('heic-convert')
  return Buffer.from(await convert({ buffer: bytes, format: 'JPEG', quality: 0.95 }))
}

const MARK = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Markers without a length: stuffing, temporary, restart and start of image. */
const isBare = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8)

/**
 * Counts the scans of a JPEG from its markers, in one pass. Decoding a scan takes time for every pixel, and ten bytes are enough
 * for a scan. Stops counting beyond `most`.
 */
export function countScans(bytes: Uint8Array, most: number): number {
  let scans = 0
  let at = 2
  while (scans <= most) {
    // Markers may be megabytes apart, where indexOf is fast, or adjacent, where calling it each time would be slow.
    if (bytes[at] !== MARK) at = bytes.indexOf(MARK, at)
    const code = at < 0 ? undefined : bytes[at + 1]
    if (code === undefined || code === END_OF_IMAGE) break
    // Markers may be padded with the same byte.
    if (code === MARK) at += 1
    else if (isBare(code)) at += 2
    else {
      if (code === START_OF_SCAN) scans += 1
      const length = ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
      at += 2 + Math.max(2, length)
    }
  }
  return scans
}
