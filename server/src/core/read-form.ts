import type { Form, UploadedFile } from '@saathi/contract/core/call'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { openKeyed } from './keyed-parts.ts'
import { badField, coreRefusal, Refusal } from './errors.ts'
import type { Hold } from './form-desk.ts'
import { parsePlainJson } from './plain-json.ts'

const MAX_PARTS = 20
const MAX_FIELD_BYTES = 256 * 1024
/** One for each question of a long stage. */
const MAX_KEYED_PARTS = 120

/** Bytes are counted while they stream in, so a file over its limit is never held whole. */
export async function readForm(request: FastifyRequest, form: Form, hold: Hold) {
  if (!request.isMultipart()) throw coreRefusal('core.wrong_type')
  // Of a line that has broken already the parser would wait for an end for ever.
  if (request.raw.destroyed) throw coreRefusal('core.bad_input')
  const fields = new Map<string, unknown>()
  const files: Record<string, UploadedFile> = {}
  const keyed = openKeyed(form)
  const largest = Math.max(0, form.keyed?.maxBytes ?? 0, ...Object.values(form.files).map(({ maxBytes }) => maxBytes))
  const parts = form.keyed ? MAX_KEYED_PARTS : MAX_PARTS
  const limits = { parts, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100, fileSize: largest, headerPairs: 20 }
  for await (const part of readParts(request, limits)) {
    // Where its header cannot be read a part has none, whatever its type says.
    const name = (part.fieldname as string | undefined) ?? ''
    if (part.type === 'file') {
      const expected = Object.hasOwn(form.files, name) ? form.files[name] : keyed.takesFile(name)
      if (!expected || Object.hasOwn(files, name) || keyed.has(name)) {
        part.file.resume()
        throw badField(name, 'This file is not expected.')
      }
      const bytes = await readBytes(part, hold).catch(blameSender)
      if (bytes.byteLength > expected.maxBytes) throw coreRefusal('core.too_large')
      const file = { name: part.filename, type: part.mimetype, bytes: asPlain(bytes) }
      if (Object.hasOwn(form.files, name)) files[name] = file
      else keyed.addFile(name, file)
    } else {
      if (fields.has(name) || keyed.has(name)) throw badField(name, 'This field is given twice.')
      if (part.fieldnameTruncated || part.valueTruncated) throw coreRefusal('core.too_large')
      // The parser has read it as JSON because its part said that it is; no browser says so of a field.
      if (typeof part.value !== 'string') throw badField(name, 'This must be text.')
      hold.add(Buffer.byteLength(part.value))
      const text = asTyped(part.value)
      if (keyed.takesText(name)) keyed.addText(name, text)
      else fields.set(name, name === 'data' ? parseData(text) : text)
    }
  }
  for (const [name, { optional }] of Object.entries(form.files)) {
    if (!optional && !files[name]) throw badField(name, 'This file is missing.')
  }
  return { fields: Object.fromEntries(fields), files, ...(form.keyed && { keyed: keyed.parts() }) }
}

/** A browser sends every line end of a form as two characters; they would count against limits and differ from what was typed. */
const asTyped = (text: string) => text.replaceAll('\r\n', '\n')

/** Read to its end in any case, because a part that is left in the middle ends the form; but what is too much is not kept. */
async function readBytes({ file }: MultipartFile, hold: Hold): Promise<Buffer> {
  const chunks: Buffer[] = []
  let refusal: unknown
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (refusal !== undefined) continue
    try {
      hold.add(chunk.byteLength)
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

/** A Buffer turns itself into a list of numbers before anyone who writes JSON can say otherwise. */
const asPlain = ({ buffer, byteOffset, byteLength }: Buffer) => new Uint8Array(buffer, byteOffset, byteLength)

async function* readParts(request: FastifyRequest, limits: Record<string, number>) {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    blameSender(error)
  }
}

/** The parser knows no status for a body that has no boundary, another one or no end. */
function blameSender(error: unknown): never {
  throw error instanceof Refusal || (error instanceof Error && 'statusCode' in error) ? error : coreRefusal('core.bad_input')
}

/** The specification sends structured answers as JSON in a part called data. */
function parseData(text: string): unknown {
  try {
    return parsePlainJson(text)
  } catch (error) {
    throw error instanceof Refusal ? error : badField('data', 'This is not JSON.')
  }
}
