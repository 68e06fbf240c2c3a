import type { Form, UploadedFile } from '@saathi/contract/core/call'
import type { FastifyRequest } from 'fastify'
import { badField, coreRefusal, Refusal } from './errors.ts'

const MAX_PARTS = 20
const MAX_FIELD_BYTES = 256 * 1024

/** Bytes are counted while they stream in, so a file over its limit is never held whole. */
export async function readForm(request: FastifyRequest, form: Form) {
  if (!request.isMultipart()) throw coreRefusal('core.wrong_type')
  const fields = new Map<string, unknown>()
  const files: Record<string, UploadedFile> = {}
  const largest = Math.max(0, ...Object.values(form.files).map(({ maxBytes }) => maxBytes))
  const limits = { parts: MAX_PARTS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100, fileSize: largest, headerPairs: 20 }
  for await (const part of readParts(request, limits)) {
    if (part.type === 'file') {
      const expected = Object.hasOwn(form.files, part.fieldname) ? form.files[part.fieldname] : undefined
      if (!expected || Object.hasOwn(files, part.fieldname)) {
        part.file.resume()
        throw badField(part.fieldname, 'This file is not expected.')
      }
      const bytes = await part.toBuffer().catch(blameSender)
      if (bytes.byteLength > expected.maxBytes) throw coreRefusal('core.too_large')
      files[part.fieldname] = { name: part.filename, type: part.mimetype, bytes }
    } else {
      if (fields.has(part.fieldname)) throw badField(part.fieldname, 'This field is given twice.')
      if (part.fieldnameTruncated || part.valueTruncated) throw coreRefusal('core.too_large')
      const text = asTyped(String(part.value))
      fields.set(part.fieldname, part.fieldname === 'data' ? parseData(text) : text)
    }
  }
  for (const [name, { optional }] of Object.entries(form.files)) {
    if (!optional && !files[name]) throw badField(name, 'This file is missing.')
  }
  return { fields: Object.fromEntries(fields), files }
}

/** A browser sends every line end of a form as two characters; they would count against limits and differ from what was typed. */
const asTyped = (text: string) => text.replaceAll('\r\n', '\n')

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
    return JSON.parse(text)
  } catch {
    throw badField('data', 'This is not JSON.')
  }
}
