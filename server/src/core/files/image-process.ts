// Decodes untrusted pictures, in a process that can be killed at any moment.
import sharp, { type Metadata } from 'sharp'
import type { ImageJob, ImageOutcome } from './image-encoder.ts'
import { countScans } from './jpeg-scans.ts'
import { rebuildGif } from './animated-gif.ts'

const MAX_PIXELS = 40_000_000
const MAX_FRAMES = 300
/** Ordinary programs write about ten. */
const MAX_SCANS = 100
/** Larger than any screen of ours shows; a camera's full size would only cost data. */
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
    if (format === 'jpeg' && countScans(bytes, MAX_SCANS) > MAX_SCANS) return { problem: 'unreadable' }
    const animation = becomes === 'gif' ? rebuildGif(bytes) : null
    const source = animation?.bytes ?? bytes
    const problem = checkHeader(await sharp(source, { limitInputPixels: false }).metadata(), format)
    if (problem) return { problem }
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
