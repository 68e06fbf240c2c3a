/** One bit per mentor, in the order of the mentors. */
export type Bits = Int32Array

export const emptyBits = (size: number): Bits => new Int32Array(Math.ceil(size / 32))

export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
}

export function clearBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) & ~(1 << (at & 31))
}

export const hasBit = (bits: Bits, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0

export function addBits(into: Bits, bits: Bits): void {
  for (let word = 0; word < into.length; word += 1) into[word] = (into[word] ?? 0) | (bits[word] ?? 0)
}

/** Intersects in place; true if any bit is left. */
export function intersectBits(into: Bits, bits: Bits): boolean {
  let any = 0
  for (let word = 0; word < into.length; word += 1) {
    const common = (into[word] ?? 0) & (bits[word] ?? 0)
    into[word] = common
    any |= common
  }
  return any !== 0
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) count += countOnes(bits[word] ?? 0)
  return count
}

/** Number of set bits in a word. */
export function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
