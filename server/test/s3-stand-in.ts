import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3 } from '#core/env.ts'
import { refuseSignature } from './s3-signature.ts'

const BUCKET = 'saathi-test'
const PAGE_SIZE = 1000
type Reply = { status: number; body?: string | Buffer }

/** The calls of S3 that we use, in memory, with its checks of signatures. */
export async function startS3() {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: Date }>()
  const keys = { accessKeyId: 'saathi', secretAccessKey: 'the secret of the tests', region: 'ap-south-1' }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { method = '', url = '' } = request
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = await buffer(request)
    const refusal = refuseSignature({ method, url, headers, body }, keys, new Date())
    if (refusal) return failure(refusal === 'XAmzContentSHA256Mismatch' ? 400 : 403, refusal)
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const [bucket, ...rest] = pathname.slice(1).split('/')
    if (bucket !== BUCKET) return failure(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    if (key === '') return method === 'GET' ? { status: 200, body: list(searchParams) } : failure(405, 'MethodNotAllowed')
    if (method === 'PUT') {
      objects.set(key, { bytes: body, modifiedAt: new Date() })
      return { status: 200 }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const found = method === 'GET' && objects.get(key)
    return found ? { status: 200, body: found.bytes } : failure(404, 'NoSuchKey')
  }

  /** ListObjectsV2. */
  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const matches = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const page = matches.slice(0, PAGE_SIZE)
    const contents = page.map(
      ([key, { bytes, modifiedAt }]) =>
        `<Contents><Key>${escapeXml(key)}</Key><Size>${bytes.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
    )
    const last = page.at(-1)?.[0] ?? ''
    const next = matches.length > PAGE_SIZE ? `<NextContinuationToken>${escapeXml(last)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(body),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings: S3 = { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, ...keys }
  return {
    settings,
    async stop() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

const failure = (status: number, code: string): Reply => ({ status, body: `<Error><Code>${code}</Code></Error>` })
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
