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
