import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../scripts/run.ts'

const page =
  '<!doctype html><html lang="en"><title>Empty</title><div id="root"></div><script type="module" src="./main.js"></script></html>'
const script = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('p', null, 'Empty'))
`

/** A minimal React page built with the same tool: the yardstick for the script budgets. */
export async function emptyReactPage(): Promise<{ url: string; close: () => Promise<void> }> {
  // Inside the project, so that it uses the same React.
  const folder = join(root, '.cache', `empty-react-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'main.js'), script)
  await build({ root: folder, configFile: false, logLevel: 'error', mode: 'production' })
  const server = createServer((request, response) => {
    const path = request.url === '/' ? 'index.html' : (request.url ?? '')
    try {
      const body = readFileSync(join(folder, 'dist', path))
      response.writeHead(200, { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
