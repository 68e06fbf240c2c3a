import { squareOf, type Crop } from './crop.ts'

export type PictureFaultKind = 'notAPicture' | 'tooLarge'

export class PictureFault extends Error {
  override readonly name = 'PictureFault'
  readonly kind: PictureFaultKind
  constructor(kind: PictureFaultKind) {
    super(kind)
    this.kind = kind
  }
}

/** Phone photos are well below this; larger files could crash a small phone. */
const MAX_BYTES_READ = 40 * 1024 * 1024
/** Enough for the sharpest crop, and small enough to move smoothly. */
const MAX_DECODED_SIDE = 2048
const STORED_SIDE = 512
const QUALITIES = [0.9, 0.75, 0.5]

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, place) => bytes[place] === byte)
const signatures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
]

/** Reads a JPEG or PNG, detected by content and not by name; scales it down if larger than needed. */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (!signatures.some((signature) => startsWith(start, signature))) throw new PictureFault('notAPicture')
  if (file.size > MAX_BYTES_READ) throw new PictureFault('tooLarge')
  return shrink(await decode(file))
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch {
    throw new PictureFault('notAPicture')
  }
}

async function shrink(picture: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = picture
  const factor = MAX_DECODED_SIDE / Math.max(width, height)
  if (factor >= 1) return picture
  const size = {
    resizeWidth: Math.max(1, Math.round(width * factor)),
    resizeHeight: Math.max(1, Math.round(height * factor)),
  }
  const smaller = await createImageBitmap(picture, { ...size, resizeQuality: 'high' })
  picture.close()
  return smaller
}

export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = squareOf(crop, picture)
  // JPEG has no transparency; without this a transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The cropped square as a JPEG of at most `maxBytes`. */
export async function cutPicture(picture: ImageBitmap, crop: Crop, maxBytes: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(STORED_SIDE, Math.round(squareOf(crop, picture).side)))
  canvas.height = canvas.width
  drawSquare(canvas, picture, crop)
  const blob = await writeJpeg(canvas, maxBytes)
  if (!blob) throw new PictureFault('tooLarge')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}

/** The best quality within `maxBytes`; null if none fits. */
async function writeJpeg(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (!blob) throw new PictureFault('notAPicture')
    if (blob.size <= maxBytes) return blob
  }
  return null
}

const SIDES = [MAX_DECODED_SIDE, 1440, 1024, 720]

/** The whole picture as a JPEG of at most `maxBytes`, with its name. */
export async function shrinkPicture(file: File, maxBytes: number): Promise<File> {
  const picture = await readPicture(file)
  try {
    for (const side of SIDES) {
      const canvas = drawWhole(picture, side)
      const blob = await writeJpeg(canvas, maxBytes)
      if (blob) return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
    }
  } finally {
    picture.close()
  }
  throw new PictureFault('tooLarge')
}

function drawWhole(picture: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const factor = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * factor))
  canvas.height = Math.max(1, Math.round(picture.height * factor))
  const context = canvas.getContext('2d')
  if (!context) throw new PictureFault('notAPicture')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
