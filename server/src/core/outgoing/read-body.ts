import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingFailure } from './outgoing-failure.ts'

export type BodyLimits = {
  maxBytes: number
  /** Reading ends early where this stands; in lower case. */
  enoughAt?: string
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Both what comes over the line and what it unpacks to are counted, so that a bomb ends at the limit. */
export async function readBody(source: Readable, encoding: string, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let tail = ''
  for await (const chunk of counted(unpacked(source, encoding, limits.maxBytes), limits.maxBytes)) {
    chunks.push(chunk)
    if (limits.enoughAt === undefined) continue
    // The end of the last chunk is kept, since the mark may lie across two.
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

function unpacked(source: Readable, encoding: string, maxBytes: number): Readable {
  if (encoding === '' || encoding === 'identity') return source
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  // A list of several is refused too: nobody honest packs a page twice.
  if (!decoder) throw new OutgoingFailure('type')
  // What goes wrong on the way reaches the reader through the decoder.
  return pipeline(
    source,
    (packed: AsyncIterable<Buffer>) => counted(packed, maxBytes),
    decoder,
    () => {},
  )
}
