import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hostAddress, type SmallInternet, startSmallInternet } from '../../../test/small-internet.ts'
import { checkedAgent } from './checked-agent.ts'
import { egressMap } from './outgoing.ts'
import { fetchGuarded } from './fetch-guarded.ts'

const MEGABYTE = 1024 * 1024
let internet: SmallInternet
beforeAll(async () => {
  internet = await startSmallInternet()
})
afterAll(() => internet.stop())

const get = (url: string) => fetchGuarded(internet.outgoing, url, 'link_preview')

async function failureOf(url: string) {
  const before = internet.visitsToCanary()
  const outcome = await get(url).then(
    () => 'fetched',
    (error: unknown) => (error instanceof Error && 'reason' in error ? error.reason : error),
  )
  expect(internet.visitsToCanary() - before, 'connections to the canary').toBe(0)
  return outcome
}

test('a page is fetched from the address of its name', async () => {
  internet.answerPage('<title>Hello</title>', { 'content-type': 'text/HTML; charset=utf-8' })
  const { url, contentType, body } = await get('http://page.example/a#part')
  expect({ url, contentType, text: body.toString() }).toEqual({
    url: 'http://page.example/a',
    contentType: 'text/HTML; charset=utf-8',
    text: '<title>Hello</title>',
  })
})

test('the request contains only the necessary headers, and cookies are not sent back', async () => {
  const seen: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = []
  internet.answerWith((request, response) => {
    seen.push({ url: request.url, headers: request.headers })
    response.setHeader('set-cookie', 'id=1; Path=/')
    if (request.url === '/first') response.writeHead(302, { location: '/second' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('x')
  })
  await get('http://page.example/first')
  const headers = {
    host: 'page.example',
    connection: expect.any(String),
    'user-agent': 'Saathi/1.0 (link preview)',
    accept: 'text/html, application/xhtml+xml',
    'accept-encoding': 'gzip, br',
  }
  expect(seen).toEqual([
    { url: '/first', headers },
    { url: '/second', headers },
  ])
})

test('over TLS the page is requested by name, at the checked address', async () => {
  const hello = Promise.withResolvers<Buffer>()
  const listener = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      hello.resolve(bytes)
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  const { port } = listener.address() as AddressInfo
  internet.names['tls.example'] = ['93.184.215.16']
  internet.ports['93.184.215.16'] = port
  expect(await failureOf('https://tls.example/')).toBe('unreachable')
  const bytes = await hello.promise
  expect(bytes[0], 'a TLS handshake').toBe(0x16)
  expect(bytes.toString('latin1')).toContain('tls.example')
})

test('a proxy from the environment is not used', async () => {
  process.env['http_proxy'] = 'http://127.0.0.1:9/'
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:9/'
  onTestFinished(() => {
    delete process.env['http_proxy']
    delete process.env['HTTP_PROXY']
  })
  internet.answerPage('x')
  expect((await get('http://page.example/')).body.toString()).toBe('x')
})

describe('a name', () => {
  test.each([
    ['that resolves to this machine', ['127.0.0.1']],
    ['that resolves to this machine by IPv6', ['::1']],
    ['with one public and one private address', [hostAddress, '10.0.0.1']],
    ['with one private and one public address', ['169.254.169.254', hostAddress]],
    ['that resolves to this machine through NAT64', ['64:ff9b::7f00:1']],
    ['whose resolver returns nonsense', ['localhost']],
  ])('%s is not connected to', async (_what, addresses) => {
    internet.names['inside.example'] = addresses
    expect(await failureOf('http://inside.example/')).toBe('address')
  })

  test('that does not exist is unreachable', async () => {
    expect(await failureOf('http://nobody.example/')).toBe('unreachable')
  })

  test('is resolved once per hop, so that it cannot change before we connect', async () => {
    let lookups = 0
    internet.names['rebinding.example'] = () => {
      lookups += 1
      return lookups === 1 ? [hostAddress] : ['127.0.0.1']
    }
    internet.answerPage('first meaning')
    expect((await get('http://rebinding.example/')).body.toString()).toBe('first meaning')
    expect(lookups).toBe(1)
    lookups = 0
    internet.answerWith((_request, response) => response.writeHead(302, { location: '/again' }).end())
    expect(await failureOf('http://rebinding.example/')).toBe('address')
    expect(lookups).toBe(2)
  })

  test('is tried at its next address if the first does not answer', async () => {
    const closed = createTcpServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    internet.ports['93.184.215.17'] = port
    internet.names['two.example'] = ['93.184.215.17', hostAddress]
    internet.answerPage('second address')
    expect((await get('http://two.example/')).body.toString()).toBe('second address')
  })
})

describe('a redirect', () => {
  const inside = [
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'http://inside.example/',
    'http://page.example:22/',
    'http://user@page.example/',
    'file:///etc/hostname',
    'gopher://page.example/',
    '//127.0.0.1/',
  ]
  const cases = [301, 302, 303, 307, 308].flatMap((status) => inside.map((location) => [status, location] as const))

  test.each(cases)('C58: %i to %s is refused', async (status, location) => {
    internet.names['inside.example'] = ['10.0.0.1']
    internet.answerWith((_request, response) => response.writeHead(status, { location }).end())
    expect(['url', 'address']).toContain(await failureOf('http://page.example/'))
  })

  test.each([301, 302, 303, 307, 308])('%i to another public page is followed', async (status) => {
    internet.answerWith((request, response) => {
      if (request.headers.host === 'page.example') response.writeHead(status, { location: 'http://other.example/x' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('other')
    })
    const { url, body } = await get('http://page.example/')
    expect({ url, text: body.toString() }).toEqual({ url: 'http://other.example/x', text: 'other' })
  })

  test('C58: is followed at most three times', async () => {
    let requests = 0
    const redirectTimes = (times: number) => {
      requests = 0
      internet.answerWith((_request, response) => {
        requests += 1
        if (requests <= times) response.writeHead(302, { location: `/${requests}` }).end()
        else response.writeHead(200, { 'content-type': 'text/html' }).end('there')
      })
    }
    redirectTimes(3)
    expect((await get('http://page.example/')).url).toBe('http://page.example/3')
    redirectTimes(4)
    expect(await failureOf('http://page.example/')).toBe('redirects')
    redirectTimes(50)
    expect(await failureOf('http://page.example/')).toBe('redirects')
    expect(requests).toBe(4)
  })

  test('without a target, or in a loop, fails', async () => {
    internet.answerWith((_request, response) => response.writeHead(302).end())
    expect(await failureOf('http://page.example/')).toBe('status')
    internet.answerWith((_request, response) => response.writeHead(301, { location: 'http://page.example/' }).end())
    expect(await failureOf('http://page.example/')).toBe('redirects')
  })
})

describe('a body', () => {
  const endless = Buffer.alloc(64 * 1024, 'a')

  test('C59: without end is cut off at one megabyte', async () => {
    let written = 0
    internet.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write(endless)) written += endless.length
        written += endless.length
      }
      response.on('drain', more)
      more()
    })
    expect(await failureOf('http://page.example/')).toBe('size')
    // Plus the buffers of the two sockets.
    expect(written).toBeLessThan(16 * MEGABYTE)
  })

  test('may have exactly one megabyte', async () => {
    internet.answerPage(Buffer.alloc(MEGABYTE, 'a'))
    expect((await get('http://page.example/')).body.length).toBe(MEGABYTE)
    internet.answerPage(Buffer.alloc(MEGABYTE + 1, 'a'))
    expect(await failureOf('http://page.example/')).toBe('size')
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50 * MEGABYTE))],
    ['br', brotliCompressSync(Buffer.alloc(50 * MEGABYTE), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('C59: that decompresses to fifty megabytes from %s is cut off at one', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(MEGABYTE)
    internet.answerPage(bomb, { 'content-encoding': encoding })
    const before = process.memoryUsage().arrayBuffers
    expect(await failureOf('http://page.example/')).toBe('size')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MEGABYTE)
  })

  test('that is compressed is decompressed', async () => {
    internet.answerPage(gzipSync('packed'), { 'content-encoding': 'gzip' })
    expect((await get('http://page.example/')).body.toString()).toBe('packed')
    internet.answerPage(brotliCompressSync('packed'), { 'content-encoding': 'br' })
    expect((await get('http://page.example/')).body.toString()).toBe('packed')
  })

  test('with a wrong content-encoding is refused', async () => {
    internet.answerPage('not gzip at all', { 'content-encoding': 'gzip' })
    expect(await failureOf('http://page.example/')).toBe('unreachable')
    internet.answerPage(gzipSync('cut short').subarray(0, 20), { 'content-encoding': 'gzip' })
    expect(await failureOf('http://page.example/')).toBe('unreachable')
  })

  test.each(['gzip, gzip', 'compress', 'zstd', '__proto__'])('with the content-encoding %j is refused', async (encoding) => {
    internet.answerPage('x', { 'content-encoding': encoding })
    expect(await failureOf('http://page.example/')).toBe('type')
  })

  test.each(['image/png', 'application/json', 'text/plain', 'application/pdf', 'text/htmlx', ''])(
    'C59: of the type %j is refused',
    async (type) => {
      internet.answerPage('<title>x</title>', { 'content-type': type })
      expect(await failureOf('http://page.example/')).toBe('type')
    },
  )

  test.each([204, 401, 404, 500, 503])('with the status %i is refused', async (status) => {
    internet.answerWith((_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end())
    expect(await failureOf('http://page.example/')).toBe('status')
  })

  test('is read only up to the end of its head', async () => {
    const page = `<head><title>Long</title></HE`
    internet.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write(page)
      // The end tag arrives in two chunks, and then the page never ends.
      setImmediate(() => response.write(`AD>${'x'.repeat(100)}`))
    })
    expect((await get('http://page.example/')).body.toString()).toContain('</HEAD>')
  })
})

describe('a host', () => {
  test('that disconnects, speaks another protocol or sends endless headers is unreachable', async () => {
    internet.answerWith((request) => request.socket.destroy())
    expect(await failureOf('http://page.example/')).toBe('unreachable')
    internet.answerWith((request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    expect(await failureOf('http://page.example/')).toBe('unreachable')
    internet.answerWith((request) => request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`))
    expect(await failureOf('http://page.example/')).toBe('unreachable')
  })

  test('C59: that drips, stalls or never answers times out after five seconds', async () => {
    internet.answerWith((request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<')
      if (request.url === '/stalls') return
      const dripping = setInterval(() => response.write('a'), 100)
      response.on('close', () => clearInterval(dripping))
    })
    const outgoing = { ...internet.outgoing, resolve: () => new Promise<string[]>(() => {}) }
    const startedAt = performance.now()
    const reasons = await Promise.all([
      failureOf('http://page.example/drips'),
      failureOf('http://page.example/stalls'),
      failureOf('http://other.example/silent'),
      fetchGuarded(outgoing, 'http://slow-name.example/', 'link_preview').catch((error: { reason: string }) => error.reason),
    ])
    expect(reasons).toEqual(['time', 'time', 'time', 'time'])
    expect(performance.now() - startedAt).toBeGreaterThan(4_500)
  })
})

test('the agent itself refuses an address that is not public', async () => {
  const before = internet.visitsToCanary()
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', 'localhost']) {
    const dispatcher = checkedAgent(internet.outgoing, 'page.example', false, [address])
    await expect(request('http://page.example/', { dispatcher })).rejects.toThrow('No address to connect to')
    await dispatcher.destroy()
  }
  expect(internet.visitsToCanary() - before).toBe(0)
})

test.each(['production', 'demo', 'development'] as const)('the egress map cannot be created in %s', (mode) => {
  expect(() => egressMap({ mode }, { names: {}, ports: {}, elsewhere: 1 })).toThrow('for tests only')
})

test('the canary sees a connection that is not blocked', async () => {
  internet.names['unmapped.example'] = ['93.184.215.99']
  const before = internet.visitsToCanary()
  await get('http://unmapped.example/').catch(() => {})
  expect(internet.visitsToCanary() - before).toBe(1)
})
