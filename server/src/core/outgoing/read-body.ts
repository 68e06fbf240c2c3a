import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingFailure } from './outgoing-failure.ts'

export type BodyLimits = {
  maxBytes: number
  /** Reading stops early at this text; in lower case. */
  enoughAt?: string
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Counts both compressed and decompressed bytes, so that a bomb ends at the limit. */
export async function readBody(source: Readable, encoding: string, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let tail = ''
  for await (const chunk of counted(decompressed(source, encoding, limits.maxBytes), limits.maxBytes)) {
    chunks.push(chunk)
    if (limits.enoughAt === undefined) continue
    // Keep the end of the last chunk, since the text may span two chunks.
    const text = tail + chunk.toString('latin1').toLowerCase()
    if (text.includes(limits.enoughAt)) break
    tail = text.slice(-limits.enoughAt.length)
  }
  return Buffer.concat(chunks)
}

async function* counted(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw new OutgoingFailure('size')
    yield chunk
  }
}

function decompressed(source: Readable, encoding: string, maxBytes: number): Readable {
  if (encoding === '' || encoding === 'identity') return source
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  // Several encodings are refused too: no honest page is compressed twice.
  if (!decoder) throw new OutgoingFailure('type')
  // Errors reach the reader through the decoder.
  return pipeline(
    source,
    (compressed: AsyncIterable<Buffer>) => counted(compressed, maxBytes),
    decoder,
    () => {},
  )
}
