import { AwsClient } from 'aws4fetch'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FileStore, keyOf, type StoredObject } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'
import { signatureOf } from '../../../test/s3-signature.ts'
import { startS3 } from '../../../test/s3-stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-files-'))
const root = join(folder, 'data', 'files')
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const read = async (store: FileStore, key: string) => {
  const stream = await store.get(key)
  return stream && (await buffer(stream))
}
async function all(list: AsyncIterable<StoredObject>) {
  const found: StoredObject[] = []
  for await (const object of list) found.push(object)
  return found.toSorted((one, other) => (one.key < other.key ? -1 : 1))
}
const newKey = () => keyOf(randomUUID(), 'original')

describe.each([
  ['the data folder', () => folderStore(root)],
  ['an S3 store', () => s3Store(s3.settings)],
])('%s', (_name, open) => {
  test('returns exactly the stored bytes, large or small', async () => {
    const store = open()
    for (const bytes of [Buffer.from([0]), Buffer.from('नमस्ते\r\n\0'), Buffer.alloc(5 * 1024 * 1024, 7)]) {
      const key = newKey()
      await store.put(key, bytes)
      expect((await read(store, key))?.equals(bytes)).toBe(true)
    }
  })

  test('replaces the bytes of an existing key', async () => {
    const [store, key] = [open(), newKey()]
    await store.put(key, Buffer.from('first and longer'))
    await store.put(key, Buffer.from('second'))
    expect(String(await read(store, key))).toBe('second')
  })

  test('returns null for a missing key, and deletes it without an error', async () => {
    const store = open()
    expect(await store.get(newKey())).toBeNull()
    await store.delete(newKey())
  })

  test('deletes only the given key', async () => {
    const [store, id] = [open(), randomUUID()]
    await store.put(keyOf(id, 'original'), Buffer.from('a'))
    await store.put(keyOf(id, 'thumbnail'), Buffer.from('b'))
    await store.delete(keyOf(id, 'original'))
    expect(await store.get(keyOf(id, 'original'))).toBeNull()
    expect(String(await read(store, keyOf(id, 'thumbnail')))).toBe('b')
  })

  test('lists by prefix, with size and time', async () => {
    const [store, id] = [open(), `ee${randomUUID().slice(2)}`]
    const before = Date.now()
    await store.put(keyOf(id, 'original'), Buffer.from('four'))
    await store.put(keyOf(id, 'thumbnail'), Buffer.from('two'))
    await store.put(keyOf(`ed${randomUUID().slice(2)}`, 'original'), Buffer.from('another part'))
    const listed = await all(store.list('ee/'))
    expect(listed.filter(({ key }) => !key.startsWith('ee/'))).toEqual([])
    // Another test's random key may start with the same two characters.
    const found = listed.filter(({ key }) => key.includes(id))
    expect(found.map(({ key, size }) => [key, size])).toEqual([
      [keyOf(id, 'original'), 4],
      [keyOf(id, 'thumbnail'), 3],
    ])
    for (const { modifiedAt } of found) expect(Math.abs(modifiedAt.getTime() - before)).toBeLessThan(60_000)
    expect(await all(store.list(keyOf(id, 'thumbnail')))).toHaveLength(1)
    expect(await all(store.list('dd/none'))).toEqual([])
    expect((await all(store.list(''))).length).toBeGreaterThan(3)
  })

  test.each(['../secret', 'aa/../../secret', '/etc/passwd', 'aa\\b', 'aa/x', '', 'part/../x', `ab/${randomUUID()}.html`])(
    'C55: %j is refused as a key for reading, writing and deleting',
    async (key) => {
      const store = open()
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
      await expect(store.get(key)).rejects.toThrow('not a key')
      await expect(store.delete(key)).rejects.toThrow('not a key')
    },
  )
})

test('in the data folder only the owner has access, and nothing unfinished stays', async () => {
  const [store, key] = [folderStore(root), newKey()]
  await store.put(key, Buffer.from('private'))
  expect(statSync(join(root, key)).mode & 0o777).toBe(0o600)
  expect(statSync(root).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(root, 'part'))).toEqual([])
})

test('a failed put leaves nothing', async () => {
  const [store, key] = [folderStore(join(folder, 'blocked')), newKey()]
  // A folder in the place of the file: the last step of the put fails.
  mkdirSync(join(folder, 'blocked', key, 'in-the-way'), { recursive: true })
  await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(join(folder, 'blocked', 'part'))).toEqual([])
})

/** Serves pages as documented by Amazon for ListObjectsV2, and refuses undocumented parameters. */
async function startPages(pages: Record<string, string[]>) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    const known = new Set(['list-type', 'prefix', 'continuation-token'])
    const page = pages[searchParams.get('continuation-token') ?? 'first']
    const isRight =
      pathname === '/many' && searchParams.get('list-type') === '2' && [...searchParams.keys()].every((key) => known.has(key))
    const isSigned = /^AWS4-HMAC-SHA256 Credential=saathi\/\d{8}\/ap-south-1\/s3\/aws4_request, /.test(
      request.headers.authorization ?? '',
    )
    response.writeHead(isRight && isSigned && page ? 200 : 400, { 'content-type': 'application/xml' }).end(page?.join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

test('a listing of several pages is read completely', async () => {
  const [one, two, three] = [newKey(), newKey(), newKey()]
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>7</Size></Contents>`
  const { server, port } = await startPages({
    first: [
      '<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>',
      object(one),
      object(two),
      '<NextContinuationToken>1&amp;+/=</NextContinuationToken></ListBucketResult>',
    ],
    '1&+/=': ['<ListBucketResult><IsTruncated>false</IsTruncated>', object(three), '</ListBucketResult>'],
  })
  const store = s3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}`, bucket: 'many' })
  const modifiedAt = new Date('2026-03-01T10:00:00Z')
  expect(await all(store.list(''))).toEqual([one, two, three].toSorted().map((key) => ({ key, size: 7, modifiedAt })))
  server.close()
})

describe('an S3 store on a slow connection', () => {
  async function startSlow(answer: (response: ServerResponse) => void) {
    const server = createServer((_request, response) => answer(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    return (replyTimeoutMs: number) => s3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` }, { replyTimeoutMs })
  }

  test('returns a file completely, however long it takes', async () => {
    const open = await startSlow((response) => {
      response.writeHead(200).flushHeaders()
      let left = 16
      const dripping = setInterval(() => {
        response.write('x')
        left -= 1
        if (left > 0) return
        clearInterval(dripping)
        response.end()
      }, 100)
    })
    expect(String(await read(open(1_000), newKey()))).toBe('x'.repeat(16))
  })

  test('times out if it does not start to answer', async () => {
    const open = await startSlow(() => {})
    await expect(open(200).get(newKey())).rejects.toThrow('did not answer GET in time')
  })
})

test('a refusal of the S3 store is an error', async () => {
  const wrongKey = s3Store({ ...s3.settings, accessKeyId: 'someone else' })
  await expect(wrongKey.put(newKey(), Buffer.from('x'))).rejects.toThrow('the file store answered 403 to PUT')
  await expect(wrongKey.get(newKey())).rejects.toThrow('answered 403')
  const noBucket = s3Store({ ...s3.settings, bucket: 'nowhere' })
  await expect(noBucket.put(newKey(), Buffer.from('x'))).rejects.toThrow('does not know the bucket')
  await expect(all(noBucket.list(''))).rejects.toThrow('does not know the bucket')
})

describe('the S3 stand-in', () => {
  test('computes the signature of the example in Amazon’s documentation', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    }
    const request = { method: 'GET', url: '/test.txt', headers, body: Buffer.alloc(0) }
    const keys = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    }
    expect(signatureOf(request, Object.keys(headers), keys)).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  /** A valid upload, which each test changes after or before it is signed. */
  async function upload({ key = newKey(), secret = s3.settings.secretAccessKey, datetime = '', content = 'content' } = {}) {
    const { endpoint, bucket, accessKeyId, region } = s3.settings
    const client = new AwsClient({ accessKeyId, secretAccessKey: secret, region, service: 's3', retries: 0 })
    const hash = createHash('sha256').update('content').digest('hex')
    const { url, headers } = await client.sign(`${endpoint}/${bucket}/${key}`, {
      method: 'PUT',
      headers: { 'x-amz-content-sha256': hash },
      aws: { ...(datetime && { datetime }) },
    })
    return { url, headers, send: (to = url) => fetch(to, { method: 'PUT', headers, body: content }) }
  }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const codeOf = async (response: Response) =>
    `${response.status} ${/<Code>(\w+)/.exec(await response.text())?.[1] ?? 'accepted'}`

  test('accepts a valid signature, and one whose clock differs by fourteen minutes', async () => {
    expect(await codeOf(await (await upload()).send())).toBe('200 accepted')
    expect(await codeOf(await (await upload({ datetime: minutesAgo(14) })).send())).toBe('200 accepted')
  })

  test.each([
    ['a wrong secret', { secret: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['a changed body', { content: 'changed' }, '400 XAmzContentSHA256Mismatch'],
    ['an old date', { datetime: minutesAgo(16) }, '403 RequestTimeTooSkewed'],
    ['a date in the future', { datetime: minutesAgo(-16) }, '403 RequestTimeTooSkewed'],
  ])('refuses %s', async (_name, change, code) => {
    const key = newKey()
    expect(await codeOf(await (await upload({ key, ...change })).send())).toBe(code)
    expect(await s3Store(s3.settings).get(key)).toBeNull()
  })

  test('refuses a signature that was made for another object or query, or that leaves out a header', async () => {
    const { url, headers, send } = await upload()
    expect(await codeOf(await send(url.replace(/.$/, 'x')))).toBe('403 SignatureDoesNotMatch')
    expect(await codeOf(await send(`${url}?acl`))).toBe('403 SignatureDoesNotMatch')
    headers.set('x-amz-acl', 'public-read')
    expect(await codeOf(await send())).toBe('403 SignatureDoesNotMatch')
    headers.delete('authorization')
    expect(await codeOf(await send())).toBe('403 AccessDenied')
  })
})
