import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The functions of hb-subset that we use; addresses are numbers. */
type HbSubset = {
  memory: WebAssembly.Memory
  _initialize: () => void
  malloc: (bytes: number) => number
  free: (address: number) => void
  hb_blob_create: (data: number, length: number, mode: number, userData: number, destroy: number) => number
  hb_blob_destroy: (blob: number) => void
  hb_blob_get_data: (blob: number, length: number) => number
  hb_blob_get_length: (blob: number) => number
  hb_face_create: (blob: number, index: number) => number
  hb_face_destroy: (face: number) => void
  hb_face_reference_blob: (face: number) => number
  hb_set_add: (set: number, value: number) => void
  hb_subset_input_create_or_fail: () => number
  hb_subset_input_destroy: (input: number) => void
  hb_subset_input_unicode_set: (input: number) => number
  hb_subset_input_glyph_set: (input: number) => number
  hb_subset_input_set_flags: (input: number, flags: number) => void
  hb_subset_input_set_axis_range: (
    input: number,
    face: number,
    axis: number,
    min: number,
    max: number,
    standard: number,
  ) => number
  hb_subset_or_fail: (face: number, input: number) => number
}

const WRITABLE = 2
/** Keep the named glyphs alone, not all that their letters could become. */
const NO_LAYOUT_CLOSURE = 0x200
const OPTIMIZE_DELTAS = 0x400
const WEIGHT_AXIS = 0x77676874

let loading: Promise<HbSubset> | undefined
async function load(): Promise<HbSubset> {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { instance } = await WebAssembly.instantiate(await readFile(file))
  // The functions that the file is known to have.
  const hb = instance.exports as unknown as HbSubset
  hb._initialize()
  return hb
}

type Wanted = { glyphs: Iterable<number>; codePoints: Iterable<number>; weights: { min: number; max: number } }

/** A font with these glyphs alone. */
export async function subsetFont(sfnt: Uint8Array, { glyphs, codePoints, weights }: Wanted): Promise<Uint8Array> {
  const hb = await (loading ??= load())
  const address = hb.malloc(sfnt.byteLength)
  new Uint8Array(hb.memory.buffer).set(sfnt, address)
  const blob = hb.hb_blob_create(address, sfnt.byteLength, WRITABLE, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  hb.hb_blob_destroy(blob)
  const input = hb.hb_subset_input_create_or_fail()
  const wantedLetters = hb.hb_subset_input_unicode_set(input)
  for (const codePoint of codePoints) hb.hb_set_add(wantedLetters, codePoint)
  const wantedGlyphs = hb.hb_subset_input_glyph_set(input)
  for (const glyph of glyphs) hb.hb_set_add(wantedGlyphs, glyph)
  hb.hb_subset_input_set_flags(input, OPTIMIZE_DELTAS | NO_LAYOUT_CLOSURE)
  const hasRange = hb.hb_subset_input_set_axis_range(input, face, WEIGHT_AXIS, weights.min, weights.max, Number.NaN)
  const subset = hasRange ? hb.hb_subset_or_fail(face, input) : 0
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  if (!subset) throw new Error('The font could not be cut.')
  const result = hb.hb_face_reference_blob(subset)
  hb.hb_face_destroy(subset)
  const start = hb.hb_blob_get_data(result, 0)
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result))
  hb.hb_blob_destroy(result)
  hb.free(address)
  return bytes
}
