const MARK = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Without a length behind them: stuffing, temporary, restarts and the start of the picture. */
const isBare = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8)

/**
 * How many passes over the whole picture a JPEG asks for, read from its markers alone and in one go. Each pass costs as much as
 * the picture has pixels, and ten bytes are enough for one. Stops counting beyond `most`.
 */
export function countScans(bytes: Uint8Array, most: number): number {
  let scans = 0
  let at = 2
  while (scans <= most) {
    // Between marks there may be megabytes; next to each other they are, and each search would cost a call.
    if (bytes[at] !== MARK) at = bytes.indexOf(MARK, at)
    const code = at < 0 ? undefined : bytes[at + 1]
    if (code === undefined || code === END_OF_IMAGE) break
    // Marks may be padded with more of the same byte.
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
