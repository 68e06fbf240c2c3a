/** Larger than real GIFs; more would overload phones. */
const MAX_SIDE = 2560
const MAX_PIXELS_IN_ALL = 250_000_000

const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff
/** Contains the number of loops; all other application extensions are dropped. */
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** Only blocks of these exact lengths are kept, so that nothing can be hidden in them. */
const CONTROL_LENGTH = 8
const LOOP_LENGTH = 19

/**
 * Rebuilds an animated GIF from its frames, without comments, application data and trailing bytes. No frame is decoded. Null if
 * it is incomplete or too large to play.
 */
export function rebuildGif(bytes: Uint8Array): { bytes: Buffer; width: number; height: number } | null {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readAnimation(source)
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return null
    throw error
  }
}

function readAnimation(source: Buffer) {
  const [width, height] = [source.readUInt16LE(6), source.readUInt16LE(8)]
  let at = 13 + paletteLength(source.readUInt8(10))
  const blocks = [source.subarray(0, at)]
  /** The delay of the next frame, which is written with that frame. */
  let control: Buffer | null = null
  let frames = 0
  while (source.readUInt8(at) !== END) {
    const isImage = source.readUInt8(at) === IMAGE
    if (!isImage && source.readUInt8(at) !== EXTENSION) return null
    const label = source.readUInt8(at + 1)
    const end = isImage ? endOfImage(source, at) : endOfSubBlocks(source, at + 2)
    const block = source.subarray(at, end)
    at = end
    if (isImage) {
      if (!isInside(block, width, height)) return null
      frames += 1
      if (control) blocks.push(control)
      blocks.push(block)
      control = null
    } else if (label === CONTROL && block.length === CONTROL_LENGTH) control = block
    else if (label === APPLICATION && isLoop(block)) blocks.push(block)
  }
  if (frames < 2 || Math.max(width, height) > MAX_SIDE || width * height * frames > MAX_PIXELS_IN_ALL) return null
  return { bytes: Buffer.concat([...blocks, Buffer.from([END])]), width, height }
}

const isLoop = (block: Buffer): boolean => block.length === LOOP_LENGTH && LOOPS.has(block.toString('latin1', 3, 14))

const paletteLength = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function endOfImage(source: Buffer, at: number): number {
  const palette = paletteLength(source.readUInt8(at + 9))
  return endOfSubBlocks(source, at + 10 + palette + 1)
}

/** Each sub-block starts with its length; a length of zero ends the list. */
function endOfSubBlocks(source: Buffer, from: number): number {
  let at = from
  for (let length = source.readUInt8(at); length > 0; length = source.readUInt8(at)) at += 1 + length
  return at + 1
}

const isInside = (image: Buffer, width: number, height: number): boolean =>
  image.readUInt16LE(1) + image.readUInt16LE(5) <= width && image.readUInt16LE(3) + image.readUInt16LE(7) <= height
