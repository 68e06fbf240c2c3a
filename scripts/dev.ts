import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { freePort } from './free-port.ts'
import { root, stopWithParent } from './run.ts'

const address = { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 7200) }
const apiPort = await freePort()
const api = `http://127.0.0.1:${apiPort}`

/** One address for pages and API: Vite serves the pages with hot reload and proxies everything else to the server. */
const vite = await createServer({
  root: join(root, 'web'),
  server: {
    ...address,
    strictPort: true,
    proxy: {
      '^/(api|media)/': { target: api },
      '^/dev/([a-z-]+\\.json|sign-in/|second-factor/|clock/|google/|calendars/)': { target: api },
      '^/ws/': { target: api.replace('http', 'ws'), ws: true },
    },
  },
})

let stopping = false
function startServer(): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/src/app/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: process.env.NODE_ENV || 'demo',
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${address.port}`,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

try {
  await vite.listen()
} catch (error) {
  console.error(
    `Port ${address.port} cannot be used: ${error instanceof Error ? error.message : String(error)}. Choose another with PORT.`,
  )
  process.exit(1)
}
const server = startServer()
console.log(`Saathi for developers: http://localhost:${address.port}  (Ctrl-C ends it)`)

async function stop() {
  if (stopping) return
  stopping = true
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.kill('SIGTERM')
  await Promise.all([gone, vite.close()])
  process.exit(0)
}
server.once('exit', () => void (stopping || stop()))
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
stopWithParent()
