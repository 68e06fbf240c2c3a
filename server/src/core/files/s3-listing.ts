import { Parser } from 'htmlparser2'
import type { StoredObject } from './file-store.ts'

type Listing = { objects: StoredObject[]; next: string | undefined }

/** One page of ListObjectsV2. */
export function readListing(xml: string): Listing {
  const objects: StoredObject[] = []
  let next: string | undefined
  let fields = new Map<string, string>()
  let text = ''
  const parser = new Parser(
    {
      onopentag: (name) => {
        text = ''
        if (name === 'Contents') fields = new Map()
      },
      ontext: (part) => {
        text += part
      },
      onclosetag: (name) => {
        if (name === 'NextContinuationToken') next = text
        else if (name === 'Contents') objects.push(toObject(fields))
        else fields.set(name, text)
        text = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return { objects, next }
}

function toObject(fields: Map<string, string>): StoredObject {
  const [key, size, modifiedAt] = [fields.get('Key'), Number(fields.get('Size')), new Date(fields.get('LastModified') ?? '')]
  if (!key || !Number.isSafeInteger(size) || Number.isNaN(modifiedAt.getTime()))
    throw new Error('the file store returned an invalid listing')
  return { key, size, modifiedAt }
}
