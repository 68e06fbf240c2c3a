import { AwsClient } from 'aws4fetch'
import { Parser } from 'htmlparser2'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { S3 } from '#core/env.ts'
import { type FileStore, requireKey, type StoredObject } from './file-store.ts'

const REPLY_TIMEOUT_MS = 20_000
const RETRIES = 2

/** Any S3-compatible store. Objects appear completely or not at all, so nothing unfinished is left. */
export function s3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3,
  { replyTimeoutMs = REPLY_TIMEOUT_MS } = {},
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  // Bounded: a setting of the operator.
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`
  const addressOf = (key: string) => `${base}/${requireKey(key)}`

  async function request(method: string, url: string, init: RequestInit = {}) {
    // A timeout for the start of the reply only. The body may take as long as its reader needs, and fetch has its own timeout for
    // a silent connection.
    const waiting = new AbortController()
    const tooLong = () => waiting.abort(new Error(`the file store did not answer ${method} in time`))
    const timer = setTimeout(tooLong, replyTimeoutMs)
    // A redirect would send a request signed for one host to another.
    const limits = { redirect: 'error', signal: waiting.signal } as const
    const response = await client.fetch(url, { method, ...limits, ...init }).finally(() => clearTimeout(timer))
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the file store answered ${response.status} to ${method}`)
  }

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    let next: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) })
      const response = await request('GET', `${base}?${query}`)
      if (!response.ok) throw new Error(`the file store does not know the bucket ${bucket}`)
      const listing = readListing(await response.text())
      yield* listing.objects
      next = listing.next
    } while (next)
  }

  return {
    async put(key, bytes) {
      // The signature covers the content, so that bytes changed in transit are refused.
      const hash = createHash('sha256').update(bytes).digest('hex')
      const body = new Uint8Array(bytes)
      const response = await request('PUT', addressOf(key), { body, headers: { 'x-amz-content-sha256': hash } })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the file store does not know the bucket ${bucket}`)
    },

    async get(key) {
      const response = await request('GET', addressOf(key))
      if (response.ok && response.body) return Readable.fromWeb(response.body as NodeStream)
      await response.body?.cancel()
      return null
    },

    async delete(key) {
      const response = await request('DELETE', addressOf(key))
      await response.body?.cancel()
    },

    list,
  }
}

type Listing = { objects: StoredObject[]; next: string | undefined }

/** One page of ListObjectsV2. */
function readListing(xml: string): Listing {
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
