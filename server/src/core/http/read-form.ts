import type { MultipartFile } from '@fastify/multipart'
import type { Form, UploadedFile, Keyed } from '@saathi/contract/core/call'
import { toSnake, isForbiddenKey } from '@saathi/contract/core/wire'
import type { FastifyRequest } from 'fastify'
import { badField, coreRefusal, Refusal } from '../errors.ts'
import type { FormReservation } from './form-memory.ts'
import { parsePlainJson } from './plain-json.ts'

const MAX_PARTS = 20
const MAX_FIELD_BYTES = 256 * 1024
/** One for each question of a long stage. */
const MAX_KEYED_PARTS = 120

/** Bytes are counted while they stream in, so a file over its limit is never fully in memory. */
export async function readForm(request: FastifyRequest, form: Form, reservation: FormReservation) {
  if (!request.isMultipart()) throw coreRefusal('core.wrong_type')
  // For a connection that is already broken, the parser would wait forever for the end.
  if (request.raw.destroyed) throw coreRefusal('core.bad_input')
  const fields = new Map<string, unknown>()
  const files: Record<string, UploadedFile> = {}
  const keyed = openKeyed(form)
  const largest = Math.max(0, form.keyed?.maxBytes ?? 0, ...Object.values(form.files).map(({ maxBytes }) => maxBytes))
  const parts = form.keyed ? MAX_KEYED_PARTS : MAX_PARTS
  const limits = { parts, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100, fileSize: largest, headerPairs: 20 }
  for await (const part of readParts(request, limits)) {
    // A part with an unreadable header has no name, although its type claims one.
    const name = (part.fieldname as string | undefined) ?? ''
    if (part.type === 'file') {
      const expected = Object.hasOwn(form.files, name) ? form.files[name] : keyed.takesFile(name)
      if (!expected || Object.hasOwn(files, name) || keyed.has(name)) {
        part.file.resume()
        throw badField(name, 'file_not_expected')
      }
      const bytes = await readBytes(part, reservation).catch(blameSender)
      if (bytes.byteLength > expected.maxBytes) throw coreRefusal('core.too_large')
      const file = { name: part.filename, type: part.mimetype, bytes: asPlain(bytes) }
      if (Object.hasOwn(form.files, name)) files[name] = file
      else keyed.addFile(name, file)
    } else {
      if (fields.has(name) || keyed.has(name)) throw badField(name, 'given_twice')
      if (part.fieldnameTruncated || part.valueTruncated) throw coreRefusal('core.too_large')
      // Parsed as JSON because the part declared it; no browser declares that for a field.
      if (typeof part.value !== 'string') throw badField(name, 'not_text')
      reservation.add(Buffer.byteLength(part.value))
      const text = asTyped(part.value)
      if (keyed.takesText(name)) keyed.addText(name, text)
      else fields.set(name, name === 'data' ? parseData(text) : text)
    }
  }
  for (const [name, { optional }] of Object.entries(form.files)) {
    if (!optional && !files[name]) throw badField(name, 'file_missing')
  }
  return { fields: Object.fromEntries(fields), files, ...(form.keyed && { keyed: keyed.parts() }) }
}

/**
 * Browsers send every line break of a form as two characters, which would count against limits and differ from the typed text.
 */
const asTyped = (text: string) => text.replaceAll('\r\n', '\n')

/** Always reads to the end, because abandoning a part ends the form; but drops the bytes beyond the limit. */
async function readBytes({ file }: MultipartFile, reservation: FormReservation): Promise<Buffer> {
  const chunks: Buffer[] = []
  let refusal: unknown
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (refusal !== undefined) continue
    try {
      reservation.add(chunk.byteLength)
      chunks.push(chunk)
    } catch (error) {
      refusal = error
      chunks.length = 0
    }
  }
  if (file.truncated) throw coreRefusal('core.too_large')
  if (refusal !== undefined) throw refusal
  return Buffer.concat(chunks)
}

/** Not a Buffer, because JSON.stringify calls Buffer's toJSON before its replacer. */
const asPlain = ({ buffer, byteOffset, byteLength }: Buffer) => new Uint8Array(buffer, byteOffset, byteLength)

async function* readParts(request: FastifyRequest, limits: Record<string, number>) {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    blameSender(error)
  }
}

/** The parser sets no status for a body with a missing or wrong boundary or without an end. */
function blameSender(error: unknown): never {
  throw error instanceof Refusal || (error instanceof Error && 'statusCode' in error) ? error : coreRefusal('core.bad_input')
}

/** The specification sends structured answers as JSON in a part named data. */
function parseData(text: string): unknown {
  try {
    return parsePlainJson(text)
  } catch (error) {
    throw error instanceof Refusal ? error : badField('data', 'not_json')
  }
}

/** Collects the parts of a form whose names the call does not define, if it accepts such parts. */
export function openKeyed({ fields, files, keyed }: Form) {
  const texts = new Map<string, string>()
  const uploads = new Map<string, UploadedFile>()
  const named = new Set(['data', ...Object.keys(files), ...namesOf(fields)])
  const isKeyed = (name: string) => keyed !== undefined && !named.has(name)
  const requireKey = (name: string) => {
    if (name === '' || isForbiddenKey(name)) throw badField(name, 'key_not_allowed')
    return name
  }
  return {
    has: (name: string) => texts.has(name) || uploads.has(name),
    takesText: isKeyed,
    takesFile: (name: string) => (keyed && isKeyed(name) && uploads.size < keyed.maxFiles ? keyed : undefined),
    addText: (name: string, text: string) => void texts.set(requireKey(name), text),
    addFile: (name: string, file: UploadedFile) => void uploads.set(requireKey(name), file),
    parts: (): Keyed<UploadedFile> => ({ texts: Object.fromEntries(texts), files: Object.fromEntries(uploads) }),
  }
}

/** In both spellings that the wire accepts. */
function namesOf(fields: Form['fields']): string[] {
  const { def } = fields._zod
  const names = 'shape' in def && typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : []
  return names.flatMap((name) => [name, toSnake(name)])
}
