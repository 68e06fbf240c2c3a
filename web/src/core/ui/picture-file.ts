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

/** What a phone's camera makes is well below; more than this could stop a small phone. */
const MAX_BYTES_READ = 40 * 1024 * 1024
/** Enough to cut the sharpest square from, and small enough to be moved about smoothly. */
const MAX_SIDE_HELD = 2048
const SIDE_KEPT = 512
const QUALITIES = [0.9, 0.75, 0.5]

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, place) => bytes[place] === byte)
const signatures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
]

/** A JPEG or PNG, by what is inside it and not by its name; one that is larger than needed is shrunk at once. */
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
  const factor = MAX_SIDE_HELD / Math.max(width, height)
  if (factor >= 1) return picture
  const wanted = {
    resizeWidth: Math.max(1, Math.round(width * factor)),
    resizeHeight: Math.max(1, Math.round(height * factor)),
  }
  const smaller = await createImageBitmap(picture, { ...wanted, resizeQuality: 'high' })
  picture.close()
  return smaller
}

export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = squareOf(crop, picture)
  // JPEG knows no transparency; without this a see-through drawing would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The chosen square as a JPEG that is no larger than allowed. */
export async function cutPicture(picture: ImageBitmap, crop: Crop, maxBytes: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(SIDE_KEPT, Math.round(squareOf(crop, picture).side)))
  canvas.height = canvas.width
  drawSquare(canvas, picture, crop)
  const blob = await writeJpeg(canvas, maxBytes)
  if (!blob) throw new PictureFault('tooLarge')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}

/** The best quality that is no larger than allowed; null where none is. */
async function writeJpeg(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (!blob) throw new PictureFault('notAPicture')
    if (blob.size <= maxBytes) return blob
  }
  return null
}

const SIDES = [MAX_SIDE_HELD, 1440, 1024, 720]

/** The whole picture as a JPEG that is no larger than allowed, under its own name. */
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
