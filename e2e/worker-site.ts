import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { transformWithOxc } from 'vite'

const page = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1></html>'
const worker = `import { listenForPush } from './push.js'\nlistenForPush(self)\n`

async function makeFiles(): Promise<Readonly<Record<string, { type: string; body: string }>>> {
  const source = new URL('../web/src/core/worker/push.ts', import.meta.url)
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source.pathname)
  return {
    '/': { type: 'text/html', body: page },
    '/worker.js': { type: 'text/javascript', body: worker },
    '/push.js': { type: 'text/javascript', body: code },
  }
}

/** A page whose worker runs only push.ts, in a real browser. */
export async function startWorkerSite(): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = await makeFiles()
  const site = createServer(({ url = '' }, response) => {
    const file = files[url]
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      site.closeAllConnections()
      site.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${port}`, stop }
}
