/** Longer than the parts of any GIF that somebody has drawn; what is larger would keep a telephone busy. */
const MAX_SIDE = 2560
const MAX_PIXELS_IN_ALL = 250_000_000

const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff
/** Says how often it is played; all other notes of programs are left out. */
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** As long as they are, and not a byte longer: nothing else travels in them. */
const CONTROL_LENGTH = 8
const LOOP_LENGTH = 19

/**
 * The same film put together anew from its frames: without comments, without notes of programs, and without whatever was hung
 * on behind its end. No frame is decoded for it. Null where it is not whole, or too much to play.
 */
export function plainGif(bytes: Uint8Array): { bytes: Buffer; width: number; height: number } | null {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readFilm(given)
  } catch (error) {
    // It ends in the middle of something.
    if (error instanceof RangeError) return null
    throw error
  }
}

function readFilm(given: Buffer) {
  const [width, height] = [given.readUInt16LE(6), given.readUInt16LE(8)]
  let at = 13 + paletteLength(given.readUInt8(10))
  const kept = [given.subarray(0, at)]
  /** How long the next frame is shown; it goes with that frame. */
  let control: Buffer | null = null
  let frames = 0
  while (given.readUInt8(at) !== END) {
    const isImage = given.readUInt8(at) === IMAGE
    if (!isImage && given.readUInt8(at) !== EXTENSION) return null
    const label = given.readUInt8(at + 1)
    const end = isImage ? endOfImage(given, at) : endOfPieces(given, at + 2)
    const block = given.subarray(at, end)
    at = end
    if (isImage) {
      if (!isInside(block, width, height)) return null
      frames += 1
      if (control) kept.push(control)
      kept.push(block)
      control = null
    } else if (label === CONTROL && block.length === CONTROL_LENGTH) control = block
    else if (label === APPLICATION && isLoop(block)) kept.push(block)
  }
  if (frames < 2 || Math.max(width, height) > MAX_SIDE || width * height * frames > MAX_PIXELS_IN_ALL) return null
  return { bytes: Buffer.concat([...kept, Buffer.from([END])]), width, height }
}

const isLoop = (block: Buffer): boolean => block.length === LOOP_LENGTH && LOOPS.has(block.toString('latin1', 3, 14))

const paletteLength = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function endOfImage(given: Buffer, at: number): number {
  const palette = paletteLength(given.readUInt8(at + 9))
  return endOfPieces(given, at + 10 + palette + 1)
}

/** Each piece says its length in front; one of no length is the last. */
function endOfPieces(given: Buffer, from: number): number {
  let at = from
  for (let length = given.readUInt8(at); length > 0; length = given.readUInt8(at)) at += 1 + length
  return at + 1
}

const isInside = (image: Buffer, width: number, height: number): boolean =>
  image.readUInt16LE(1) + image.readUInt16LE(5) <= width && image.readUInt16LE(3) + image.readUInt16LE(7) <= height
